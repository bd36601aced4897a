/** A query with its question mark, or nothing. Lists are repeated: `id=a&id=b`. */
export function formatQuery(query: Readonly<Record<string, unknown>> = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) parameters.append(name, textOf(one));
    }
  }
  return parameters.size === 0 ? '' : `?${parameters}`;
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
