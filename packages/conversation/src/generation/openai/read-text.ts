/** The text of a body, of which no more is read than `most` characters; null: it is longer. Closes the body. */
export async function readText(
  { body }: Pick<Response, 'body'>,
  most: number,
): Promise<string | null> {
  if (body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  // Leaving the loop closes the body.
  for await (const part of body) {
    text += decoder.decode(part, { stream: true });
    if (text.length > most) return null;
  }
  return text + decoder.decode();
}
