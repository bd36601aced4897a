/** Puts values where a phrase has `{name}`; what is not given stays as it is. */
export function fill(phrase: string, values: Readonly<Record<string, string | number>>): string {
  return phrase.replace(/\{(\w+)\}/g, (whole, key: string) => String(values[key] ?? whole));
}
