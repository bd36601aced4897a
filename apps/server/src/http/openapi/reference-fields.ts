import { html } from 'hono/html';
import type { JsonSchema } from './component-schemas.ts';

type Html = ReturnType<typeof html>;
type Schemas = Readonly<Record<string, JsonSchema>>;

/** How deep fields of fields are shown. */
const DEPTH_MAX = 3;

/** The fields of a schema as a list; empty for what has none. */
export function fieldList(schema: JsonSchema, schemas: Schemas, depth = 0): Html | string {
  const { properties, required = [] } = resolve(schema, schemas) as {
    properties?: Schemas;
    required?: readonly string[];
  };
  const fields = Object.entries(properties ?? {});
  if (fields.length === 0 || depth >= DEPTH_MAX) return '';
  return html`<dl>${fields.map(([name, field]) => {
    const inner =
      depth + 1 < DEPTH_MAX ? fieldList(innerOf(field, schemas), schemas, depth + 1) : '';
    return html`<div><dt><code>${name}</code>${required.includes(name) ? html` <em>required</em>` : ''}</dt>
<dd>${describeType(field, schemas)}${
      inner === '' ? '' : html`<details><summary>Fields of ${name}</summary>${inner}</details>`
    }</dd></div>`;
  })}</dl>`;
}

/** What a value may be, in words: `string, at most 40 characters`. */
export function describeType(given: JsonSchema, schemas: Schemas): string {
  const schema = resolve(given, schemas);
  const choices = (schema.anyOf ?? schema.oneOf) as readonly JsonSchema[] | undefined;
  if (choices !== undefined)
    return [...new Set(choices.map((one) => describeType(one, schemas)))].join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  const items = schema.items as JsonSchema | undefined;
  if (items !== undefined) return describeList(schema, describeType(items, schemas));
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? 'anything'];
  return [types.join(' or '), ...bounds(schema)].join(', ');
}

function describeList({ minItems, maxItems }: JsonSchema, item: string): string {
  const count = [
    typeof minItems === 'number' ? `at least ${minItems}` : '',
    typeof maxItems === 'number' ? `at most ${maxItems}` : '',
  ].filter((text) => text !== '');
  return count.length === 0 ? `list of ${item}` : `list (${count.join(', ')}) of ${item}`;
}

function bounds(schema: JsonSchema): string[] {
  const { format, minLength, maxLength } = schema;
  return [
    format === undefined ? '' : String(format),
    typeof minLength === 'number' ? `at least ${characters(minLength)}` : '',
    typeof maxLength === 'number' ? `at most ${characters(maxLength)}` : '',
    range(schema),
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
  ].filter((text) => text !== '');
}

function characters(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`;
}

function range({ minimum, maximum }: JsonSchema): string {
  const from = typeof minimum === 'number' && minimum > Number.MIN_SAFE_INTEGER;
  const to = typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER;
  return `${from ? `from ${minimum}` : ''}${to ? ` to ${maximum}` : ''}`.trim();
}

/** What an answer is, by the name of its schema where it has one: `list of Assistant`. */
export function nameAnswer(given: JsonSchema, schemas: Schemas): string {
  const name = typeof given.$ref === 'string' ? given.$ref.split('/').at(-1) : undefined;
  const schema = resolve(given, schemas);
  if (schema.items !== undefined)
    return `list of ${nameAnswer(schema.items as JsonSchema, schemas)}`;
  return name === undefined || name.endsWith('Answer') ? describeType(given, schemas) : name;
}

/** The object inside lists and nullable fields. */
function innerOf(field: JsonSchema, schemas: Schemas): JsonSchema {
  const schema = resolve(field, schemas);
  const choices = (schema.anyOf ?? schema.oneOf) as readonly JsonSchema[] | undefined;
  if (choices !== undefined) {
    const objects = choices.map((one) => innerOf(one, schemas)).filter((one) => one.properties);
    return objects[0] ?? {};
  }
  return schema.items === undefined ? schema : innerOf(schema.items as JsonSchema, schemas);
}

function resolve(schema: JsonSchema, schemas: Schemas): JsonSchema {
  if (typeof schema.$ref !== 'string') return schema;
  return schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)] ?? {};
}
