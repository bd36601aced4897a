/**
 * Replaces every `{{name}}` by its value, and `{{customer.name}}` by what lies within one; a name
 * nobody set becomes nothing.
 */
export function fillVariables(text: string, values: Readonly<Record<string, unknown>>): string {
  return text.replaceAll(/\{\{\s*([\w.-]{1,100})\s*\}\}/g, (_, name: string) => {
    const value = find(values, name);
    if (value === undefined || value === null) return '';
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  });
}

/** A value of that very name comes before one within. */
function find(values: unknown, name: string): unknown {
  if (typeof values !== 'object' || values === null) return undefined;
  if (Object.hasOwn(values, name)) return Reflect.get(values, name);
  const dot = name.indexOf('.');
  if (dot < 1 || !Object.hasOwn(values, name.slice(0, dot))) return undefined;
  return find(Reflect.get(values, name.slice(0, dot)), name.slice(dot + 1));
}

/** Variables every assistant can use: `{{now}}`, `{{date}}`, `{{time}}`, `{{month}}`, `{{day}}`, `{{year}}`, in UTC. */
export function clockVariables(now: Date): Record<string, string> {
  const iso = now.toISOString();
  const utc = new Intl.DateTimeFormat('en', { timeZone: 'UTC', month: 'long' });
  return {
    now: iso,
    date: iso.slice(0, 10),
    time: `${iso.slice(11, 16)} UTC`,
    month: utc.format(now),
    day: String(now.getUTCDate()),
    year: iso.slice(0, 4),
  };
}
