/** Reads JSON whose shape is known but not trusted. Small on purpose: the schemas of the contract are the server's, and weigh more than this page. */

/** Returns the value with its type, or throws a `TypeError` that names the field. */
export type Reader<T> = (value: unknown, path: string) => T;

type Shape = Readonly<Record<string, Reader<unknown>>>;
type Read<S extends Shape> = { -readonly [Key in keyof S]: ReturnType<S[Key]> };

export const text: Reader<string> = (value, path) =>
  typeof value === 'string' ? value : misfit(path, 'a text');

export const number: Reader<number> = (value, path) =>
  typeof value === 'number' && Number.isFinite(value) ? value : misfit(path, 'a number');

export const truth: Reader<boolean> = (value, path) =>
  typeof value === 'boolean' ? value : misfit(path, 'true or false');

/** An instant in UTC, such as `2026-11-02T14:00:00Z`. */
export const instant: Reader<string> = (value, path) =>
  typeof value === 'string' && value.endsWith('Z') && !Number.isNaN(Date.parse(value))
    ? value
    : misfit(path, 'a moment in UTC');

/** A date, such as `2026-11-02`. */
export const date: Reader<string> = (value, path) =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : misfit(path, 'a date');

export function oneOf<const T extends string>(...allowed: readonly T[]): Reader<T> {
  return (value, path) =>
    allowed.find((one) => one === value) ?? misfit(path, allowed.join(' or '));
}

export function nullable<T>(reader: Reader<T>): Reader<T | null> {
  return (value, path) => (value === null ? null : reader(value, path));
}

/** A field that may be left out. */
export function optional<T>(reader: Reader<T>): Reader<T | undefined> {
  return (value, path) => (value === undefined ? undefined : reader(value, path));
}

export function list<T>(reader: Reader<T>): Reader<T[]> {
  return (value, path) =>
    Array.isArray(value)
      ? value.map((one: unknown, index) => reader(one, `${path}[${index}]`))
      : misfit(path, 'a list');
}

/** An object with these fields; others are dropped. */
export function shape<const S extends Shape>(fields: S): Reader<Read<S>> {
  return (value, path) => {
    if (typeof value !== 'object' || value === null) return misfit(path, 'an object');
    const given = value as Record<string, unknown>;
    const read = Object.entries(fields).map(([name, reader]) => {
      return [name, reader(given[name], path ? `${path}.${name}` : name)];
    });
    return Object.fromEntries(read) as Read<S>;
  };
}

function misfit(path: string, wanted: string): never {
  throw new TypeError(`${path || 'the answer'} should be ${wanted}`);
}
