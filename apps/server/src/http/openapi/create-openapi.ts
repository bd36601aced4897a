import { type Access, type Operation, type OperationName, operations } from '@kindling/protocol';
import { brand } from '@kindling/protocol/brand';
import { type ComponentSchemas, describeSchemas, type JsonSchema } from './component-schemas.ts';
import { describeAnswers, headerComponents, refusalComponents } from './describe-answers.ts';
import { describeParameters } from './describe-parameters.ts';

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: JsonSchema;
  readonly servers: readonly JsonSchema[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: JsonSchema & { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

export interface DescribedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly JsonSchema[];
  readonly parameters: ReturnType<typeof describeParameters>;
  readonly requestBody?: JsonSchema;
  readonly responses: Readonly<Record<string, JsonSchema>>;
}

/** Every operation of the table as OpenAPI 3.1. */
export function createOpenApi(version: string): OpenApiDocument {
  const taken = describeSchemas('input');
  const answered = describeSchemas('output');
  const paths: Record<string, Record<string, DescribedOperation>> = {};
  for (const name of Object.keys(operations) as OperationName[]) {
    const operation: Operation = operations[name];
    const described = describeOperation(name, operation, { taken, answered });
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: described,
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${brand.name} API`,
      version,
      description: 'Assistants, calls, chats and all they need, on your own machine.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(Object.keys(operations).map(tagOf))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'A private key, the token of a signed-in user, or a public key of a page.',
        },
      },
      headers: headerComponents,
      responses: refusalComponents(answered),
      schemas: { ...answered.schemas, ...taken.schemas },
    },
  };
}

interface Ways {
  readonly taken: ComponentSchemas;
  readonly answered: ComponentSchemas;
}

function describeOperation(
  name: OperationName,
  operation: Operation,
  ways: Ways,
): DescribedOperation {
  const { body, bodyType = 'json', access, example = {} } = operation;
  const mediaType = bodyType === 'json' ? 'application/json' : 'multipart/form-data';
  return {
    operationId: name,
    tags: [tagOf(name)],
    summary: operation.summary,
    description: WHO[access],
    security: access === 'anyone' ? [] : [{ key: [] }],
    parameters: describeParameters(operation),
    ...(body !== undefined && {
      requestBody: {
        required: true,
        content: {
          [mediaType]: {
            schema: ways.taken.refer(body),
            ...(example.body !== undefined && { example: example.body }),
          },
        },
      },
    }),
    responses: describeAnswers(operation, ways.answered),
  };
}

const WHO: Readonly<Record<Access, string>> = {
  anyone: 'Needs no key.',
  public: 'Public keys on listed origins, and keys with the role editor.',
  viewer: 'Keys with the role viewer, editor or admin.',
  editor: 'Keys with the role editor or admin.',
  admin: 'Keys with the role admin.',
};

function tagOf(name: string): string {
  return name.split('.', 1)[0] ?? name;
}
