/** Closes sentences while a text is still being written. */
export interface SentenceSplitter {
  /** Sentences this piece closed, in order. */
  push(piece: string): string[];
  /** What was left open. */
  flush(): string[];
}

/** A sentence longer than this is cut at a clause, so that its voice can begin, characters. */
const MAX_SENTENCE = 280;

const ABBREVIATIONS = new Set(
  'mr mrs ms dr prof sr jr st mt vs etc eg e.g ie i.e approx dept est fig inc ltd co no vol ed al cf u.s u.k u.n a.m p.m ph.d jan feb mar apr jun jul aug sep sept oct nov dec'.split(
    ' ',
  ),
);

/** An end of sentence is a mark, closing quotes or brackets, and space: `3.5` and `kindling.org` have none. */
const BOUNDARY = /([.!?…]+)["'”’)\]]*(\s+)|\n+/g;

export function createSentenceSplitter(): SentenceSplitter {
  let open = '';
  return {
    push(piece) {
      open += piece;
      const closed: string[] = [];
      for (let end = findEnd(open); end > 0; end = findEnd(open)) {
        closed.push(open.slice(0, end));
        open = open.slice(end);
      }
      return tidy(closed);
    },
    flush() {
      const rest = [open];
      open = '';
      return tidy(rest);
    },
  };
}

/** Index behind the first closed sentence; 0 when none is closed. */
function findEnd(text: string): number {
  for (const match of text.matchAll(BOUNDARY)) {
    const end = match.index + match[0].length;
    if (
      match[1] === undefined ||
      !isAbbreviation(text.slice(0, match.index), match[1], text.slice(end))
    ) {
      return end;
    }
  }
  return text.length > MAX_SENTENCE ? clauseEnd(text) : 0;
}

function isAbbreviation(before: string, mark: string, after: string): boolean {
  if (mark !== '.') return false;
  const word = /[^\s"'“‘([]*$/.exec(before)?.[0] ?? '';
  if (word === '') return false;
  // A list's number (`1. First`) belongs to what it counts; an initial to its name.
  if (/^\d{1,2}$/.test(word)) return before.trim() === word;
  if (/^[A-Z]$/.test(word)) return word !== 'I';
  const known = ABBREVIATIONS.has(word.toLowerCase());
  if (/^(no|a\.m|p\.m|etc|u\.s|u\.k|co|inc)$/i.test(word)) {
    // These also end sentences; what follows decides, once it is there.
    return /^no$/i.test(word) ? /^\d/.test(after) : after === '' || !/^["'“‘(]?[A-Z]/.test(after);
  }
  return known;
}

function clauseEnd(text: string): number {
  const head = text.slice(0, MAX_SENTENCE);
  const clause = Math.max(head.lastIndexOf(', '), head.lastIndexOf('; '), head.lastIndexOf(': '));
  if (clause > MAX_SENTENCE / 3) return clause + 2;
  const space = head.lastIndexOf(' ');
  return space > 0 ? space + 1 : MAX_SENTENCE;
}

function tidy(sentences: string[]): string[] {
  return sentences
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}
