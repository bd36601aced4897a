import type { Tried } from './try-row.ts';

/** What becomes of a field, as the server's own answers say. */
export interface FieldFate {
  readonly field: string;
  /** How many rows have it. */
  readonly rows: number;
  readonly fate: 'acts' | 'acts in part' | 'warns';
  /** The commonest words of the warnings. */
  readonly message: string;
}

/** What is below these is the owner's own: names of variables, of arguments, of headers. */
const FREE = ['metadata', 'variableValues', 'parameters', 'schema', 'properties', 'headers'];
/** Something is done of what is written, though not the whole. */
const IN_PART = /instead|is used|It is read|is known|a model knows it|word for word/i;
/** Where a request says who answers. */
const PLACE = /^(assistant|assistantOverrides|squad|workflow)\./;

const plain = (path: string) => path.replaceAll(/\.\d+(?=\.|$)/g, '[]').replace(PLACE, '');

/** Every field that the rows write, and what it does here. A field that no answer warns of is one that acts. */
export function fatesOf(tried: readonly Tried[]): FieldFate[] {
  const seen = new Map<string, { rows: number; messages: string[] }>();
  for (const { row, warned, passes } of tried) {
    if (!passes) continue;
    const warnings = warned.map(({ path, message }) => ({ path: plain(path), message }));
    for (const field of new Set(pathsOf(row.body).map(plain))) {
      const known = seen.get(field) ?? { rows: 0, messages: [] };
      const about = warnings.filter(
        ({ path }) => isWithin(field, path) || (ofProvider(field) && path === providerOf(field)),
      );
      const [said] = about.toSorted((one, other) => other.path.length - one.path.length);
      seen.set(field, {
        rows: known.rows + 1,
        messages: said === undefined ? known.messages : [...known.messages, said.message],
      });
    }
  }
  return [...seen]
    .map(([field, { rows, messages }]): FieldFate => {
      const isPart = messages.length < rows || messages.some((one) => IN_PART.test(one));
      const fate = messages.length === 0 ? 'acts' : isPart ? 'acts in part' : 'warns';
      return { field, rows, fate, message: commonest(messages) };
    })
    .sort((one, other) => other.rows - one.rows || one.field.localeCompare(other.field));
}

/** A voice and a recogniser are their provider's: what stands in for them knows their settings as far as it can. */
const ofProvider = (field: string) => /(^|\.)(voice|transcriber)\.\w+$/.test(field);
const providerOf = (field: string) => field.replace(/\w+$/, 'provider');

const isWithin = (field: string, path: string) =>
  field === path || field.startsWith(`${path}.`) || field.startsWith(`${path}[]`);

function pathsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => pathsOf(one, `${path}.${index}`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (saysNothing(inner)) return [];
    const at = path === '' ? name : `${path}.${name}`;
    return FREE.includes(name) ? [at] : [at, ...pathsOf(inner, at)];
  });
}

/** What is switched off or empty asks for nothing. */
const saysNothing = (value: unknown) =>
  value === null ||
  value === false ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

function commonest(messages: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const one of messages) counts.set(one, (counts.get(one) ?? 0) + 1);
  const [first = ['']] = [...counts].sort((left, right) => right[1] - left[1]);
  return first[0];
}
