/** Of slow speech: a word that is heard twice is better than one that is missing. */
const CHARACTERS_PER_SECOND = 11;
/** A digit is said as a word. */
const CHARACTERS_PER_DIGIT = 6;

/**
 * What is left to say of a text of which `seconds` were heard, from the beginning of a word. `speed` is the pace that was
 * asked for, 1 the usual one.
 */
export function restOfText(text: string, seconds: number, speed = 1): string {
  if (seconds <= 0) return text;
  // Who is asked to speak fast may not.
  let left = seconds * CHARACTERS_PER_SECOND * Math.min(1, speed);
  let spoken = 0;
  for (const character of text) {
    left -= /\p{N}/u.test(character) ? CHARACTERS_PER_DIGIT : 1;
    if (left < 0) break;
    spoken += character.length;
  }
  if (spoken >= text.length) return '';
  const start = text.lastIndexOf(' ', spoken);
  return start === -1 ? text : text.slice(start + 1);
}
