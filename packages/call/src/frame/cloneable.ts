/**
 * A copy that may cross to another window: media tracks and functions are left out, devices become
 * plain objects. Dates, sets and bytes remain what they are.
 */
export function cloneable(value: unknown): unknown {
  if (typeof value === 'function') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date || value instanceof ArrayBuffer || ArrayBuffer.isView(value))
    return value;
  if (value instanceof Set) return new Set([...value].map(cloneable));
  if (Array.isArray(value)) return value.map(cloneable);
  if (value instanceof Error) return { name: value.name, message: value.message };
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    return 'toJSON' in value && typeof value.toJSON === 'function' ? value.toJSON() : undefined;
  }
  const entries = Object.entries(value).map(([key, one]) => [key, cloneable(one)] as const);
  return Object.fromEntries(entries.filter(([, one]) => one !== undefined));
}

/** Whether two cloneable values are equal, including what JSON drops. */
export function fingerprint(value: unknown): string {
  return JSON.stringify(value, (_, one) => (one instanceof Set ? [...one] : one)) ?? '';
}
