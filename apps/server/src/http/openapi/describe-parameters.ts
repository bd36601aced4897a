import type { Operation } from '@kindling/protocol';
import { z } from 'zod';
import type { JsonSchema } from './component-schemas.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly description?: string;
}

const UUID: JsonSchema = { type: 'string', format: 'uuid' };

/** Parameters of path and query, and the headers that change what an operation does. */
export function describeParameters(operation: Operation): readonly Parameter[] {
  const inPath = propertiesOf(operation.params);
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const inQuery = propertiesOf(operation.query);
  return [
    ...names.map(
      (name) => ({ name, in: 'path', required: true, schema: inPath[name] ?? UUID }) as const,
    ),
    ...Object.entries(inQuery).map(([name, schema]) => describeInQuery(operation, name, schema)),
    ...(isRepeatable(operation) ? [IDEMPOTENCY_KEY] : []),
    ...(isChange(operation) ? [IF_MATCH] : []),
  ];
}

function describeInQuery(operation: Operation, name: string, schema: JsonSchema): Parameter {
  const { description, ...shape } = schema;
  const required = isRequired(operation, name);
  const parameter = { name, in: 'query', required, schema: shape } as const;
  return typeof description === 'string' ? { ...parameter, description } : parameter;
}

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  description: [
    'Makes a repetition safe. For 24 hours the same Idempotency-Key with the same path and body, sent with the same API key to the same operation, answers the first answer again and carries out nothing.',
    'With another path or body it is refused with 409 `idempotency_mismatch`; while the first request is under way, after it was answered with a stream, and when the server stopped in the middle of it, with 409 `conflict`, whose message says what to do.',
    'A request that was refused is forgotten: it may be sent again with the same key.',
  ].join(' '),
};
const IF_MATCH: Parameter = {
  name: 'If-Match',
  in: 'header',
  required: false,
  schema: { type: 'string', examples: ['"2026-11-02T09:30:00.000Z"'] },
  description:
    'The ETag of an earlier answer, with its quotes (a leading W/ is ignored): the change is applied only to that version, and rejected with 412 when the resource has changed since. Without the header, or with `*`, it is applied to any version. Anything else is rejected with 400.',
};

/** Whether its response is stored for replay: for creations by an authenticated caller. */
export function isRepeatable({ status, access }: Operation): boolean {
  return status === 201 && access !== 'anyone';
}

/** Whether it changes one thing that the path names. */
export function isChange({ method, path }: Operation): boolean {
  return path.includes('{id}') && ['PATCH', 'PUT', 'DELETE'].includes(method);
}

function propertiesOf(schema: z.ZodType | undefined): Readonly<Record<string, JsonSchema>> {
  if (schema === undefined) return {};
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return properties as Record<string, JsonSchema>;
}

function isRequired({ query }: Operation, name: string): boolean {
  if (query === undefined) return false;
  return (
    z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }).required?.includes(name) ?? false
  );
}
