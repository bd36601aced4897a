import { z } from 'zod';

const tokenizerSchema = z.object({
  model: z.object({ type: z.literal('WordPiece'), vocab: z.record(z.string(), z.number()) }),
});

const MARK = '\\p{P}$+<=>^`|~';
const WORDS = new RegExp(`[${MARK}]|[^\\s${MARK}]+`, 'gu');
const IDEOGRAPH =
  /[\u{3400}-\u{4dbf}\u{4e00}-\u{9fff}\u{f900}-\u{faff}\u{20000}-\u{2ceaf}\u{2f800}-\u{2fa1f}]/gu;
/** What is longer is no word. */
const MAX_LETTERS = 100;

/**
 * Cuts texts as BERT does whose letters are all small (`tokenizer.json` of Hugging Face): words and marks, words into the
 * longest pieces of the vocabulary. Answers numbers of pieces, at most `most` of them, with those that begin and end a
 * text; none for a text without words.
 *
 * @throws a `ZodError` where the file is of another kind
 */
export function createWordPieces(file: unknown, most: number): (text: string) => number[] {
  const { vocab } = tokenizerSchema.parse(file).model;
  const numbers = new Map(Object.entries(vocab));
  const numberOf = (piece: string) => {
    const number = numbers.get(piece);
    if (number === undefined) throw new Error(`The tokenizer has no ${piece}.`);
    return number;
  };
  const [first, last, unknown] = ['[CLS]', '[SEP]', '[UNK]'].map(numberOf) as [
    number,
    number,
    number,
  ];
  return (text) => {
    const pieces = wordsOf(text).flatMap((word) => cut(word, numbers) ?? [unknown]);
    return pieces.length === 0 ? [] : [first, ...pieces.slice(0, most - 2), last];
  };
}

function wordsOf(text: string): readonly string[] {
  const plain = text
    .replace(/\s/gu, ' ')
    .replace(/[\p{C}\u{fffd}]/gu, '')
    .replace(IDEOGRAPH, ' $& ')
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
  return plain.match(WORDS) ?? [];
}

/** Null: it cannot be put together from pieces. */
function cut(word: string, numbers: ReadonlyMap<string, number>): number[] | null {
  const letters = [...word];
  if (letters.length > MAX_LETTERS) return null;
  const pieces: number[] = [];
  for (let start = 0; start < letters.length; ) {
    let end = letters.length;
    let found: number | undefined;
    for (; end > start && found === undefined; end -= 1) {
      const piece = letters.slice(start, end).join('');
      found = numbers.get(start === 0 ? piece : `##${piece}`);
    }
    if (found === undefined) return null;
    pieces.push(found);
    start = end + 1;
  }
  return pieces;
}
