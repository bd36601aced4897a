import { LIGHT_WORDS, STOP_WORDS } from '../../retrieval/language/stop-words.ts';
import { stemOf } from '../../retrieval/language/words.ts';

/** Capitalised wherever they stand, and the name of nobody. */
const NO_NAMES = new Set(
  'i ai ok okay mr mrs ms dr prof internet web yes no hi hello thanks goodbye'.split(' '),
);
/** Such words may open a sentence and be what it is about, though they are found nowhere else. */
const NO_SUBJECTS = new Set(
  'nobody nothing none anyone anybody everybody both another neither everywhere somewhere today tomorrow great sure sorry welcome school schools student teacher learning access privacy safety price pricing cost training homework'.split(
    ' ',
  ),
);
/** What one person, place or company does: "Stanford uses it", "Pearson has said so". */
const DOES =
  /^(?:is|was|has|had|does|did|can|could|will|would|also|too|made|built|ran|said|chose|\p{Ll}+(?<!s)s|\p{Ll}{2,}ed)$/u;
const ONLY_ONE_DOES = /^(?:is|was|has|does|\p{Ll}+(?<!s)s)$/u;
const WORD = /\p{L}[\p{L}\p{N}]*(?:['’]\p{L}+)?/gu;
/** A sentence, or one within it, begins here. */
const OPENS = /(?:^|[:“"«([]|[.!?]["”)]?\s)\s*$/;
/** What is quoted here is a name, as in 'it is called "Lumina"' and 'the "Public Purpose" rule'. */
const NAMES_NEXT =
  /\b(?:called|named|titled|as|the|an?|by|from|with|of|in|our|their|its)\s+[“"«']\s*$/i;
const HOLDS_TOGETHER = /^(?:\s+|,\s+|,?\s+and\s+|\s+&\s+)$/;

interface Capital {
  readonly word: string;
  readonly opens: boolean;
  readonly isCapital: boolean;
  readonly at: number;
}

/**
 * The names of a sentence: words with a capital that does not come from their place. The first word of a sentence is one
 * where it is written in capitals, another name follows at once, or it does something by itself, as "Stanford uses it".
 */
export function readNames(sentence: string): string[] {
  const words: Capital[] = Array.from(sentence.matchAll(WORD), (match) => ({
    word: match[0],
    opens: opensAt(sentence.slice(0, match.index)),
    isCapital: /^\p{Lu}/u.test(match[0]),
    at: match.index,
  }));
  return words.flatMap((one, index) => {
    if (!one.isCapital || NO_NAMES.has(plainOf(one.word))) return [];
    return one.opens && !isNameAtStart(words, index, sentence) ? [] : [one.word];
  });
}

const opensAt = (before: string): boolean => OPENS.test(before) && !NAMES_NEXT.test(before);

function isNameAtStart(words: readonly Capital[], index: number, sentence: string): boolean {
  const one = words[index];
  if (one === undefined) return false;
  const plain = plainOf(one.word);
  if (STOP_WORDS.has(plain) || LIGHT_WORDS.has(plain)) return false;
  if (/^\p{Lu}{2,}$/u.test(one.word)) return true;
  const skipsAnd = words[index + 1]?.word === 'and';
  const next = words[index + (skipsAnd ? 2 : 1)];
  if (next === undefined) return false;
  if (!next.isCapital) return !skipsAnd && doesByItself(one.word, next.word);
  if (NO_NAMES.has(plainOf(next.word))) return false;
  return HOLDS_TOGETHER.test(sentence.slice(one.at + one.word.length, next.at));
}

function doesByItself(word: string, next: string): boolean {
  const plain = plainOf(word);
  if (NO_SUBJECTS.has(plain) || /(?:ly|ing)$/.test(plain)) return false;
  // "Museums can" are many, "Adidas has" is one.
  const isPlural = /[^s]s$/.test(plain);
  return (isPlural ? ONLY_ONE_DOES : DOES).test(next);
}

/** Tells who they are or where they come from: what follows is theirs, and may be said back. */
const INTRODUCES =
  /\b(?:name(?: is|['’]s)|i am|i['’]m|we are|we['’]re|this is|call me|here is|from|for|at|with me|of)(?: (?:called|the|a|an|mr|mrs|ms|dr))*$/i;

/** Names of what callers say of themselves, as "my name is Priya" and "I teach at Lincoln High". */
export function readOwnNames(text: string): string[] {
  const own: string[] = [];
  let end = -1;
  for (const { index, 0: word } of text.matchAll(WORD)) {
    const isName = /^\p{Lu}/u.test(word);
    const goesOn = end >= 0 && /^\s+$/.test(text.slice(end, index));
    const isOwn = isName && (goesOn || INTRODUCES.test(text.slice(0, index).trimEnd()));
    if (isOwn) own.push(nameKey(word));
    end = isOwn ? index + word.length : -1;
  }
  return own;
}

/** Whether somebody is spoken to by this name: "Nice to meet you, Priya." */
export function isVocative(sentence: string, name: string): boolean {
  const quoted = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(
    `^${quoted},|, ${quoted}[,.!?]|\\b(?:hi|hello|hey|thanks|thank you|welcome|bye|goodbye) ${quoted}\\b`,
    'iu',
  ).test(sentence);
}

/** How names are compared: "Kindling's" and "Kindling" are one. */
export function nameKey(word: string): string {
  return stemOf(plainOf(word));
}

/** Every word of a text as names are compared. */
export function nameKeys(text: string): string[] {
  return Array.from(text.matchAll(WORD), ([word]) => nameKey(word));
}

function plainOf(word: string): string {
  return word
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]\p{L}+$/u, '');
}
