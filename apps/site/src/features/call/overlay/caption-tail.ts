/** Characters of a caption: two lines of a phone. */
const MAX_CHARACTERS = 70;

/** The newest words of a long text, so that it does not push what is below it out of sight. */
export function tailOf(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  const tail = text.slice(-MAX_CHARACTERS);
  return `…${tail.slice(tail.indexOf(' '))}`;
}
