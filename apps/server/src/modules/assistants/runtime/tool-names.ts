/** Names that models accept, each its own: letters, digits and `_`, at most 64. */
export function toToolNames(prefix: string, names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const base =
      `${prefix}${name.replaceAll(/[^a-zA-Z0-9]+/g, '_').replaceAll(/^_|_$/g, '')}`.slice(0, 60);
    let unique = base;
    for (let count = 2; taken.has(unique); count += 1) unique = `${base}_${count}`;
    taken.add(unique);
    return unique;
  });
}
