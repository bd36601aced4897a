import { type Operation, type OperationName, operations } from '@kindling/protocol';
import { z } from 'zod';

type JsonSchema = Readonly<Record<string, unknown>>;

/** An operation of the API as a tool for agents. */
export interface OperationTool {
  /** `assistant_create` */
  readonly name: string;
  readonly operation: Operation;
  readonly description: string;
  readonly inputSchema: JsonSchema & { readonly type: 'object' };
}

/** Schemas are shown to this depth: what lies deeper is in the reference, and would fill an agent's memory. */
const MAX_DEPTH = 6;
const MAX_CHARACTERS = 20_000;

/**
 * Every operation that takes and answers JSON, but for those that make keys, invitations and roles, or answer a
 * secret: what outlasts a conversation is not for an agent to make.
 */
export function operationTools(): readonly OperationTool[] {
  return (Object.keys(operations) as OperationName[]).flatMap((name) => {
    const operation: Operation = operations[name];
    if (!isForAgents(operation)) return [];
    return [
      {
        name: name.replaceAll('.', '_'),
        operation,
        description: `${operation.summary} (${operation.method} ${operation.path}).`,
        inputSchema: inputSchema(operation),
      },
    ];
  });
}

function isForAgents(operation: Operation): boolean {
  const { access, status, bodyType = 'json', answersSecret, streamed } = operation;
  const isRefused = 'bySession' in operation && operation.bySession === 'refused';
  if (access === 'anyone' || isRefused || answersSecret === true || streamed === true) return false;
  return bodyType === 'json' && status !== 302 && !(operation.answer instanceof z.ZodNever);
}

function inputSchema({ path, query, body }: Operation): OperationTool['inputSchema'] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const parts = { ...(query && { query: toJson(query) }), ...(body && { body: toJson(body) }) };
  const properties = {
    ...Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    ...parts,
  };
  const required = [...names, ...(body === undefined ? [] : ['body'])];
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

function toJson(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  for (let depth = MAX_DEPTH; depth > 1; depth -= 1) {
    const shown = cut(json, depth);
    if (JSON.stringify(shown).length <= MAX_CHARACTERS) return shown as JsonSchema;
  }
  return { type: 'object' };
}

const HOLDING = ['properties', 'items', 'anyOf', 'oneOf', 'allOf', 'additionalProperties'];

/** What lies deeper is anything, unless it is a single value. */
function cut(schema: unknown, depth: number): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map((one) => cut(one, depth));
  if (depth === 0) return HOLDING.some((key) => key in schema) ? {} : schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === 'properties' && typeof value === 'object' && value !== null)
        return [
          key,
          Object.fromEntries(
            Object.entries(value).map(([name, inner]) => [name, cut(inner, depth - 1)]),
          ),
        ];
      const isSchema = key === 'items' || key === 'additionalProperties';
      return [key, cut(value, isSchema ? depth - 1 : depth)];
    }),
  );
}
