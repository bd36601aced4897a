type Variables = Readonly<Record<string, unknown>>;

/** Encodes a node's name and the variables collected on the way there in one string, from which the workflow can resume. */
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
