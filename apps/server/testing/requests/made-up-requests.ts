import type { Operation } from '@kindling/protocol';
import fc from 'fast-check';
import { z } from 'zod';
import type { Example } from '../contract/example.ts';
import { arbitraryOf, spoiled } from './json-arbitrary.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The parts of a request that are made up. */
interface Parts {
  /** Of the path; left out: the example's. */
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** A request as it is sent, with the example's rows and key. */
export interface MadeUpRequest {
  readonly path: string | undefined;
  readonly query: Readonly<Record<string, string>>;
  /** JSON text, or a form. */
  readonly body: string | FormData | undefined;
}

export interface MadeUpOptions {
  readonly seed: number;
  /** Of each of the four kinds. */
  readonly each: number;
}

/** Fields of an example that are made up, at most. */
const CHANGED_MAX = 2;

/**
 * Four kinds of requests: the example with a field or two made up that fit, the example with a fault,
 * one that is made up as a whole by the schema, and such a one with a fault.
 */
export function madeUpRequests(
  operation: Operation,
  example: Example,
  { seed, each }: MadeUpOptions,
): MadeUpRequest[] {
  const { all, contents } = partsOf(operation);
  const sample = <T>(arbitrary: fc.Arbitrary<T>) => fc.sample(arbitrary, { numRuns: each, seed });
  const given = { ...present('query', example.query), ...present('body', fieldsOf(example.body)) };
  // Those that are carried out come last: some take away what the others ask for.
  const requests: Parts[] = [
    ...sample(all.chain(spoiled) as fc.Arbitrary<Parts>),
    ...sample(spoiled(given) as fc.Arbitrary<Parts>),
    ...sample(contents),
    ...sample(contents).map((one, index) => changed(operation, given, [one, index])),
  ];
  // Of nothing, the fault is what came instead.
  return requests.map((parts) => toRequest(operation, isFields(parts) ? parts : {}));
}

const known = new Map<Operation, { all: fc.Arbitrary<Parts>; contents: fc.Arbitrary<Parts> }>();

function partsOf(operation: Operation) {
  const made = known.get(operation);
  if (made !== undefined) return made;
  const { query, body, path } = operation;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const ids = z.object(Object.fromEntries(names.map((name) => [name, z.uuid()])));
  const content = {
    ...(query && { query: arbitraryOf(query) }),
    ...(body && { body: arbitraryOf(body) }),
  };
  const params = arbitraryOf(operation.params ?? ids);
  const parts = {
    all: fc.record({ ...(names.length > 0 && { params }), ...content }),
    contents: fc.record(content),
  };
  known.set(operation, parts);
  return parts;
}

/** The example with made-up fields where they leave it right; the first one as it is. */
function changed(operation: Operation, given: Parts, [made, index]: [Parts, number]): Parts {
  if (index === 0) return given;
  const mix = (part: 'query' | 'body') => {
    const [old, fresh, schema] = [given[part], made[part], operation[part]];
    if (schema === undefined || !isFields(fresh) || !isFields(old ?? {})) return old;
    const entries = Object.entries(fresh).filter(([, value]) => value !== undefined);
    const start = index % Math.max(1, entries.length);
    const mixed = {
      ...(old as Fields),
      ...Object.fromEntries(entries.slice(start, start + CHANGED_MAX)),
    };
    return schema.safeParse(mixed).success ? mixed : old;
  };
  return { ...present('query', mix('query')), ...present('body', mix('body')) };
}

function toRequest({ path, method, bodyType }: Operation, parts: Parts): MadeUpRequest {
  const { params, query, body } = parts;
  const named = isFields(params) ? params : {};
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(textOf(named[name])),
  );
  const entries = isFields(query) ? Object.entries(query) : [];
  const isForm = bodyType === 'multipart' && isFields(body);
  return {
    path: params === undefined ? undefined : filled,
    query: Object.fromEntries(entries.map(([name, value]) => [textOf(name), textOf(value)])),
    body:
      method === 'GET' || body === undefined
        ? undefined
        : isForm
          ? formOf(body)
          : JSON.stringify(body),
  };
}

function formOf(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (value instanceof File) form.append(name, value);
    else if (value !== undefined) form.append(name, textOf(value));
  return form;
}

const fieldsOf = (body: unknown) =>
  body instanceof FormData ? Object.fromEntries(body.entries()) : body;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const present = (name: string, value: unknown) => (value === undefined ? {} : { [name]: value });

/** As it can stand in an address. */
function textOf(value: unknown): string {
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed();
}
