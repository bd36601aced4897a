/**
 * The words of `text` whose sound was played whole, when `fraction` of its samples were.
 * Time is spread over characters: engines give no word times, and letters predict length well.
 */
export function playedWords(text: string, fraction: number): string {
  if (fraction >= 1) return text;
  const limit = fraction * text.length;
  let end = 0;
  for (const match of text.matchAll(/\S+/g)) {
    const wordEnd = match.index + match[0].length;
    if (wordEnd > limit) break;
    end = wordEnd;
  }
  return text.slice(0, end);
}
