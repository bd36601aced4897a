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
    ...Object.entries(inQuery).map(
      ([name, schema]) =>
        ({ name, in: 'query', required: isRequired(operation, name), schema }) as const,
    ),
    ...(operation.status === 201 ? [IDEMPOTENCY_KEY] : []),
    ...(isChange(operation) ? [IF_MATCH] : []),
  ];
}

const IDEMPOTENCY_KEY: Parameter = {
  ...{ name: 'Idempotency-Key', in: 'header', required: false },
  schema: { type: 'string', maxLength: 255 },
  description: 'The same key with the same request answers the first answer again, for a day.',
};
const IF_MATCH: Parameter = {
  ...{ name: 'If-Match', in: 'header', required: false },
  schema: { type: 'string' },
  description: 'The ETag of an earlier answer: refused with 412 when somebody changed it since.',
};

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
