import * as protocol from '@kindling/protocol';
import { type OperationName, operations } from '@kindling/protocol';
import { z } from 'zod';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** What travels one way: `input` is what the server takes, `output` what it answers. */
type Way = 'input' | 'output';

/**
 * Schemas of one way by name. Entities keep their names; an operation's own are called after it.
 * What is taken has `Input` behind its name: defaults make its fields optional.
 */
export interface ComponentSchemas {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** The same schema as a reference. */
  refer(schema: z.ZodType): JsonSchema;
}

export function describeSchemas(way: Way): ComponentSchemas {
  const registry = z.registry<{ id: string }>();
  const names = new Map<z.ZodType, string>();
  const add = (schema: z.ZodType, name: string) => {
    if (names.has(schema)) return;
    const id = way === 'input' ? `${name}Input` : name;
    names.set(schema, id);
    registry.add(schema, { id });
  };
  for (const [name, value] of Object.entries(protocol)) {
    if (name.endsWith('Schema') && value instanceof z.ZodType)
      add(value, pascalCase(name.slice(0, -'Schema'.length)));
  }
  for (const name of Object.keys(operations) as OperationName[]) {
    const operation: protocol.Operation = operations[name];
    const { body, answer, events, resource } = operation;
    // What a resource's `get` answers is one of it.
    if (name === `${resource}.get`) add(answer, pascalCase(resource));
    if (way === 'output') {
      add(answer, pascalCase(`${name}.answer`));
      if (events !== undefined) add(events, pascalCase(`${name}.event`));
    } else if (body !== undefined) add(body, pascalCase(`${name}.body`));
  }
  const uri = (id: string) => `#/components/schemas/${id}`;
  const { schemas } = z.toJSONSchema(registry, {
    uri,
    io: way,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => describeFile(zodSchema, jsonSchema),
  });
  return {
    schemas: Object.fromEntries(
      Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]),
    ),
    refer(schema) {
      const id = names.get(schema);
      if (id === undefined) throw new Error('The schema is none of an operation.');
      return { $ref: uri(id) };
    },
  };
}

/** A file of a form is bytes; zod has no JSON schema for it. */
function describeFile(schema: z.core.$ZodTypes, json: z.core.JSONSchema.BaseSchema): void {
  if (schema._zod.def.type !== 'file' && schema._zod.def.type !== 'custom') return;
  Object.assign(json, schema._zod.def.type === 'file' ? { type: 'string', format: 'binary' } : {});
}

function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|\.)(\w)/g, (_, first: string) => first.toUpperCase());
}
