/** Returns what is wrong with a value, as a phrase that says what is allowed; null: nothing. */
export type Check = (value: unknown) => string | null;

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const isString = (value: unknown): value is string => typeof value === 'string';

/** By its shape: a track of another window's realm is one too. */
export function isMediaTrack(value: unknown): value is MediaStreamTrack {
  return isObject(value) && 'kind' in value && 'readyState' in value;
}

export function isUrl(value: unknown): boolean {
  return URL.canParse(String(value));
}

export function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isString);
}

export function isBetween(value: unknown, min: number, max: number): boolean {
  return typeof value === 'number' && value >= min && value <= max;
}

/** The first problem of several checks, which run one after the other. */
export function firstOf(problems: Iterable<string | null>): string | null {
  for (const problem of problems) if (problem !== null) return problem;
  return null;
}

/** A check with a fixed problem. */
export function must(accepts: (value: unknown) => boolean, problem: string): Check {
  return (value) => (accepts(value) ? null : problem);
}

export function oneOf(...values: readonly unknown[]): Check {
  return must(
    (value) => values.includes(value),
    `must be ${values.join(', ').replace(/, ([^,]*)$/, ' or $1')}`,
  );
}

/** Checks every entry of an object by its key; unknown keys are rejected. */
export function checkKeys(checks: Readonly<Record<string, Check>>, value: unknown): string | null {
  if (!isObject(value)) return 'must be an object';
  return firstOf(
    Object.entries(value).map(([key, one]) => {
      const check = Object.hasOwn(checks, key) ? checks[key] : undefined;
      if (check === undefined) return `unrecognized property '${key}'`;
      return within(key, check(one));
    }),
  );
}

/** The problem with the name of its field. */
export function within(field: string, problem: string | null): string | null {
  return problem === null ? null : `'${field}': ${problem}`;
}

/** Accepts anything. */
export const anything: Check = () => null;
