/** Characters of words that are still growing: two lines of a phone. */
const MAX_CHARACTERS = 90;

/** The newest words of a text that grows, so that it does not push what is below it. */
export function tailOf(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  const tail = text.slice(-MAX_CHARACTERS);
  return `…${tail.slice(tail.indexOf(' '))}`;
}
