import { splitLongText } from './split-long-text.ts';

/** What is synthesised at once, characters: about 12 s of speech. */
const MAX_PIECE_CHARACTERS = 220;
/** Shorter pieces sound chopped, characters. */
const MIN_PIECE_CHARACTERS = 24;
/** A clause ends with a mark, or before a dash. */
const CLAUSE_END = /[,;:.!?](?=\s)|\s(?=[-–—]\s)/g;

/**
 * A sentence in the pieces that a slow voice makes one after another: the first is heard while the
 * next is made.
 */
export function splitClauses(text: string): readonly string[] {
  return splitLongText(text, MAX_PIECE_CHARACTERS).flatMap(clausesOf);
}

function clausesOf(text: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  for (const match of text.matchAll(CLAUSE_END)) {
    const end = match.index + match[0].length;
    const piece = text.slice(start, end).trim();
    const rest = text.slice(end).trim();
    if (Math.min(piece.length, rest.length) < MIN_PIECE_CHARACTERS) continue;
    pieces.push(piece);
    start = end;
  }
  pieces.push(text.slice(start).trim());
  return pieces;
}
