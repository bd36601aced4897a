import { countWordErrors } from '../../packages/conversation/src/testing/speech-recordings.ts';

const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
/** Ways to write the same words. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/\bmr\b\.?/g, 'mister'],
  [/\bmrs\b\.?/g, 'missus'],
  [/\bokay\b/g, 'ok'],
  [/\balright\b/g, 'all right'],
  [/\bgonna\b/g, 'going to'],
  [/\bwanna\b/g, 'want to'],
  [/\bkinda\b/g, 'kind of'],
  [/\by'?know\b/g, 'you know'],
  [/\bcannot\b/g, 'can not'],
  [/\bcan't\b/g, 'can not'],
  [/\bwon't\b/g, 'will not'],
  [/n't\b/g, ' not'],
  [/'ll\b/g, ' will'],
  [/'re\b/g, ' are'],
  [/'ve\b/g, ' have'],
  [/'m\b/g, ' am'],
  [/'d\b/g, ' would'],
  [/\b(it|that|what|there|here|who|he|she|where|how)'s\b/g, '$1 is'],
  [/\blet's\b/g, 'let us'],
  [/'/g, ''],
  [/\b([a-z]{4,})is(e|ed|es|ing|ation)\b/g, '$1iz$2'],
  [/\b([a-z]{3,})our(s|ed|ing|ite|able)?\b/g, '$1or$2'],
  [/\b([a-z]{3,}[bt])re(s?)\b/g, '$1er$2'],
];
/** Sounds that are no words, and are written or not. */
const FILLERS = new Set(['uh', 'um', 'er', 'erm', 'ah', 'hmm', 'mm']);

/** Words in lower case without marks; numbers as digits, one by one; contractions, spellings and fillers alike. */
export function comparableWords(text: string): string[] {
  const spelt = SPELLINGS.reduce(
    (line, [from, to]) => line.replace(from, to),
    text.toLowerCase().replace(/[’‘]/g, "'"),
  );
  const words = spelt
    .replace(/(\d),(?=\d{3})/g, '$1')
    .replace(/[^a-z0-9]+/g, ' ')
    .split(' ')
    .filter((word) => word !== '' && !FILLERS.has(word));
  return digitsOf(words);
}

function digitsOf(words: readonly string[]): string[] {
  const plain: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const ten = TENS.indexOf(word);
    const unit = UNITS.indexOf(word);
    const next = UNITS.indexOf(words[at + 1] ?? '');
    if (ten !== -1 && next >= 1 && next <= 9) {
      plain.push(String(ten + 2), String(next));
      at += 1;
    } else if (ten !== -1) plain.push(String(ten + 2), '0');
    else if (unit !== -1) plain.push(...String(unit));
    else plain.push(...(/\d/.test(word) ? word : [word]));
  }
  return plain;
}

/** Two words that the other side writes as one are one. */
function joinLike(words: readonly string[], others: ReadonlySet<string>): string[] {
  const joined: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const both = `${words[at]}${words[at + 1] ?? ''}`;
    const isOne = at + 1 < words.length && both.length > 3 && others.has(both);
    joined.push(isOne ? both : (words[at] ?? ''));
    if (isOne) at += 1;
  }
  return joined;
}

export interface Score {
  readonly said: number;
  readonly errors: number;
  /** Nothing was heard where four words or more were said. */
  readonly isEmpty: boolean;
  /** Far more was heard than was said. */
  readonly isRunaway: boolean;
}

export function scoreWords(heard: string, said: string): Score {
  const [left, right] = [comparableWords(heard), comparableWords(said)];
  const of = joinLike(left, new Set(right));
  const reference = joinLike(right, new Set(left));
  return {
    said: reference.length,
    errors: countWordErrors(of, reference),
    isEmpty: of.length === 0 && reference.length >= 4,
    isRunaway: of.length > 1.5 * reference.length + 3,
  };
}
