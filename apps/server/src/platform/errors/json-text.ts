/** The value that a text from outside is in JSON; undefined where it is none. */
export function readJsonText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What may be a JSON object in an answer of a model, which likes to put fences and words around it. */
export function objectTextIn(answer: string): string {
  return answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1);
}
