/** Of slow speech: a word that is heard twice is better than one that is missing. */
const CHARACTERS_PER_SECOND = 11;

/** What is left to say of a text of which `seconds` were heard, from the beginning of a word. */
export function restOfText(text: string, seconds: number): string {
  if (seconds <= 0) return text;
  const spoken = Math.floor(seconds * CHARACTERS_PER_SECOND);
  if (spoken >= text.length) return '';
  const start = text.lastIndexOf(' ', spoken);
  return start === -1 ? text : text.slice(start + 1);
}
