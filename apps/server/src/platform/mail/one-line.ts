/**
 * Text of a visitor's as one line of sound characters: in a header or a calendar entry, a line
 * break of theirs would begin a line of ours.
 */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
}
