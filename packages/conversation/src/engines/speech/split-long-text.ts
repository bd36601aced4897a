/** Cuts text of more than `longest` characters at its sentences, clauses or, at worst, words. */
export function splitLongText(text: string, longest: number): readonly string[] {
  const pieces: string[] = [];
  let rest = text.trim();
  while (rest.length > longest) {
    const cut = findCut(rest.slice(0, longest));
    pieces.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trim();
  }
  if (rest !== '') pieces.push(rest);
  return pieces;
}

function findCut(head: string): number {
  for (const end of [/.*[.!?](?=\s)/s, /.*[,;:](?=\s)/s, /.*\s/s]) {
    const length = end.exec(head)?.[0].length ?? 0;
    if (length > head.length / 4) return length;
  }
  return head.length;
}
