/** Replaces every `{{name}}` by its value; a name nobody set becomes nothing. */
export function fillVariables(text: string, values: Readonly<Record<string, unknown>>): string {
  return text.replaceAll(/\{\{\s*([\w.-]{1,100})\s*\}\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined || value === null) return '';
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  });
}

/** Variables every assistant can use: `{{now}}`, `{{date}}`, `{{time}}`, in UTC. */
export function clockVariables(now: Date): Record<string, string> {
  const iso = now.toISOString();
  return { now: iso, date: iso.slice(0, 10), time: `${iso.slice(11, 16)} UTC` };
}
