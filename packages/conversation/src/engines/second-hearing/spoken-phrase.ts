/** A phrase as the recogniser would write it: with a capital and a mark at its end. */
export function toSpokenPhrase(phrase: string): string {
  const text = phrase
    .trim()
    .replace(/\bi\b/g, 'I')
    .replace(/\bai\b/g, 'AI');
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!]$/.test(begun) || begun === '' ? begun : `${begun}?`;
}
