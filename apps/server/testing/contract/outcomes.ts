import { randomUUID } from 'node:crypto';
import type { Operation } from '@kindling/protocol';
import { z } from 'zod';
import { fieldErrors } from '../../src/platform/errors/field-errors.ts';
import { namesRow, samplePath } from '../requests/sample-request.ts';
import type { Example } from './example.ts';

/** An example with one thing changed, which the refusal has to name. */
export interface Variant {
  readonly example: Example & { readonly path?: string };
  /** Dotted, as in `fields`. */
  readonly field: string;
}

/** Of these at least one fits no field that has a form at all. */
const ODD: readonly unknown[] = [7, 'no such thing', {}, null];
const ODD_TEXTS = ['no such thing', '-1', 'x'.repeat(2_001)];

/** Every way in which the request can be wrong: each field of its body, filter and part of its path. */
export function invalidVariants(operation: Operation, example: Example): Variant[] {
  return [
    ...wrongBodies(operation, example),
    ...wrongQueries(operation, example),
    ...wrongPaths(operation, example),
  ];
}

/** Every way in which what the request names can be absent. */
export function missingVariants(operation: Operation, example: Example): Variant[] {
  const { body, names = [] } = example;
  const inBody = names.map(
    (field): Variant => ({ field, example: { ...example, body: put(body, field, randomUUID()) } }),
  );
  if (!namesRow(operation)) return inBody;
  const [last] = parametersOf(operation).slice(-1);
  if (last === undefined) return inBody;
  return [withParameter(operation, example, { ...last, value: randomUUID() }), ...inBody];
}

function wrongBodies({ body: schema }: Operation, example: Example): Variant[] {
  const { body } = example;
  if (schema === undefined) return [];
  if (body instanceof FormData)
    return [...body].flatMap(([field, value]) => {
      if (!(value instanceof File)) return [];
      const left = new FormData();
      for (const [name, other] of body) if (name !== field) left.append(name, other);
      return [{ field, example: { ...example, body: left } }];
    });
  const fields = typeof body === 'object' && body !== null ? Object.keys(body) : [];
  return fields.flatMap((field) => {
    const odd = ODD.map((value) => put(body, field, value));
    const wrong = odd.find((one) => refuses(schema, one, field));
    return wrong === undefined ? [] : [{ field, example: { ...example, body: wrong } }];
  });
}

function wrongQueries({ query: schema }: Operation, example: Example): Variant[] {
  if (!(schema instanceof z.ZodObject)) return [];
  const given = (name: string, value: string): Variant => ({
    field: name.replace('[]', ''),
    example: { ...example, query: { ...example.query, [name]: value } },
  });
  const ofFields = Object.keys(schema.shape).flatMap((field) => {
    const odd = ODD_TEXTS.map((value) => given(field, value));
    const wrong = odd.find((one) => refuses(schema, one.example.query, field));
    return [given(field, ''), given(`${field}[]`, ' '), ...(wrong === undefined ? [] : [wrong])];
  });
  return [...ofFields, given('misspelt', 'anything')];
}

/** Another word where a path begins with a parameter is another path. */
function wrongPaths(operation: Operation, example: Example): Variant[] {
  if (operation.path.startsWith('/{')) return [];
  return parametersOf(operation).map((parameter) =>
    withParameter(operation, example, { ...parameter, value: 'no%20such%20thing' }),
  );
}

function parametersOf({ path }: Operation) {
  return path.split('/').flatMap((segment, index) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    return name === undefined ? [] : [{ name, index }];
  });
}

function withParameter(
  operation: Operation,
  example: Example,
  { name, index, value }: { name: string; index: number; value: string },
): Variant {
  const segments = samplePath(operation, example.ids).split('/');
  return { field: name, example: { ...example, path: segments.with(index, value).join('/') } };
}

function refuses(schema: z.ZodType, value: unknown, field: string): boolean {
  const { error } = schema.safeParse(value);
  return fieldErrors(error?.issues ?? []).some(({ path }) => path.split('.')[0] === field);
}

function put(value: unknown, field: string, inner: unknown): unknown {
  const [key = '', ...rest] = field.split('.');
  const known = value as Readonly<Record<string, unknown>>;
  const next = rest.length === 0 ? inner : put(known[key], rest.join('.'), inner);
  return Array.isArray(value) ? value.with(Number(key), next) : { ...known, [key]: next };
}
