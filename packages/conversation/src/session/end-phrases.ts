/** Whether the words contain an end-call phrase, regardless of case and punctuation. */
export function saysEndPhrase(text: string, phrases: readonly string[]): boolean {
  const said = ` ${normalise(text)} `;
  return phrases.some((phrase) => {
    const wanted = normalise(phrase);
    return wanted !== '' && said.includes(` ${wanted} `);
  });
}

function normalise(text: string): string {
  return text
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
