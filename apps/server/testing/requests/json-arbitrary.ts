import fc from 'fast-check';
import { z } from 'zod';

type Json = Readonly<Record<string, unknown>>;
type Defs = Readonly<Record<string, Json>>;

/** How far fields inside of fields are made up. */
const DEPTH_MAX = 5;
const TEXT_MAX = 60;

/** Values that fit a schema most of the time: what it cannot say in JSON Schema may refuse them. */
export function arbitraryOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
  return valueLike(json, (json.$defs ?? {}) as Defs, 0);
}

/** The same with a fault somewhere: a field of another kind, too much, or from another world. */
export function spoiled(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== 'object' || value === null) return ODD;
  const keys = Object.keys(value);
  if (keys.length === 0) return ODD;
  return fc.tuple(fc.constantFrom(...keys), ODD).chain(([key, odd]) => {
    const inner = (value as Json)[key];
    const put = (one: unknown) =>
      Array.isArray(value)
        ? value.map((item, index) => (String(index) === key ? one : item))
        : { ...value, [key]: one };
    const deeper = typeof inner === 'object' && inner !== null;
    return deeper
      ? fc.oneof(fc.constant(put(odd)), spoiled(inner).map(put))
      : fc.constant(put(odd));
  });
}

/** What does not belong: other kinds, edges of numbers, text that databases refuse. */
const ODD = fc.oneof(
  fc.constantFrom<unknown>(null, true, -1, 0, 1e308, '', 'x', [], {}, [[]], [null]),
  fc.constantFrom<unknown>('\u0000', '\ud800', "'; drop table call; --", '{{x}}', '../../etc', '%'),
  fc.constantFrom<unknown>(
    'x'.repeat(5_000),
    { __proto__: 1 },
    { constructor: {} },
    { toString: 1 },
    9e15,
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

function valueLike(schema: Json, defs: Defs, depth: number): fc.Arbitrary<unknown> {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
    return depth > DEPTH_MAX ? fc.constant({}) : valueLike(defs[name] ?? {}, defs, depth + 1);
  }
  const choices = (schema.anyOf ?? schema.oneOf) as readonly Json[] | undefined;
  if (choices !== undefined) return fc.oneof(...choices.map((one) => valueLike(one, defs, depth)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'string':
      return textOf(schema);
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return listOf(schema, defs, depth);
    case 'object':
      return objectOf(schema, defs, depth);
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

function objectOf(schema: Json, defs: Defs, depth: number): fc.Arbitrary<unknown> {
  const properties = (schema.properties ?? {}) as Defs;
  const required = (schema.required ?? []) as readonly string[];
  const names = Object.keys(properties).filter(
    (name) => depth < DEPTH_MAX || required.includes(name),
  );
  const model = Object.fromEntries(
    names.map((name) => [name, valueLike(properties[name] ?? {}, defs, depth + 1)]),
  );
  return fc.record(model, { requiredKeys: names.filter((name) => required.includes(name)) });
}

function listOf(schema: Json, defs: Defs, depth: number): fc.Arbitrary<unknown> {
  const minLength = Number(schema.minItems ?? 0);
  const maxLength = Math.max(minLength, Math.min(Number(schema.maxItems ?? 3), 3));
  return fc.array(valueLike((schema.items ?? {}) as Json, defs, depth + 1), {
    minLength,
    maxLength,
  });
}

function numberOf(schema: Json): fc.Arbitrary<number> {
  const min = Math.max(Number(schema.minimum ?? schema.exclusiveMinimum ?? -1_000), -(2 ** 31));
  const max = Math.max(
    min,
    Math.min(Number(schema.maximum ?? schema.exclusiveMaximum ?? 1_000), 2 ** 31),
  );
  if (schema.type === 'integer') return fc.integer({ min: Math.ceil(min), max: Math.floor(max) });
  return fc.double({ min, max, noNaN: true });
}

function textOf(schema: Json): fc.Arbitrary<string> {
  switch (schema.format) {
    case 'uuid':
      return fc.uuid();
    case 'date-time':
      return fc
        .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString());
    case 'uri':
      return fc.constantFrom(
        'https://school.example/a',
        'http://127.0.0.1:9/x',
        'https://x.example',
      );
    case 'email':
      return fc.constantFrom('ada@school.example', 'bea@school.example');
    default:
      break;
  }
  if (typeof schema.pattern === 'string') return matching(schema.pattern);
  const minLength = Number(schema.minLength ?? 0);
  const maxLength = Math.max(minLength, Math.min(Number(schema.maxLength ?? TEXT_MAX), TEXT_MAX));
  return fc.string({ minLength, maxLength });
}

function matching(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'));
  } catch {
    return fc.string({ maxLength: TEXT_MAX });
  }
}
