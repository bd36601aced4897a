type Variables = Readonly<Record<string, unknown>>;

/** A node's name and what was taken down on the way there, as one word: whoever keeps it can go on from it. */
export function writeDestination(node: string, variables: Variables): string {
  return `${encodeURIComponent(node)}#${JSON.stringify(variables)}`;
}

/** Also reads a bare name of a node. */
export function readDestination(text: string): { node: string; variables: Variables } {
  const mark = text.indexOf('#');
  if (mark === -1) return { node: text, variables: {} };
  try {
    const variables: unknown = JSON.parse(text.slice(mark + 1));
    const isObject = typeof variables === 'object' && variables !== null;
    return {
      node: decodeURIComponent(text.slice(0, mark)),
      variables: isObject ? (variables as Variables) : {},
    };
  } catch {
    return { node: text, variables: {} };
  }
}
