import { doubleMetaphone } from 'double-metaphone';
import { stemmer } from 'stemmer';
import { LIGHT_WORDS, QUESTION_WORDS, STOP_WORDS } from './stop-words.ts';
import { SYNONYMS } from './synonyms.ts';

/** One word as retrieval sees it. */
export interface Word {
  /** As said, lower case. */
  readonly raw: string;
  readonly stem: string;
  /** Stem of the word that stands for its synonyms: "fees" and "price" are one. */
  readonly concept: string;
  /** Double Metaphone codes: how it sounds. */
  readonly sounds: readonly [string, string];
  /** The first of them without an "r" after a vowel, which comes and goes with the accent. */
  readonly soundWithoutR: string;
  readonly role: 'content' | 'light' | 'question' | 'stop';
}

type Replacement = readonly [pattern: RegExp, by: string];

/** Written without the apostrophe, as many type; "its" and "were" are words of their own. */
const CLIPPED = new Map<string, string>(
  Object.entries({
    ...{ cant: 'can not', "can't": 'can not', dont: 'do not', doesnt: 'does not' },
    ...{ didnt: 'did not', isnt: 'is not', arent: 'are not', wasnt: 'was not' },
    ...{ werent: 'were not', couldnt: 'could not', wouldnt: 'would not' },
    ...{ shouldnt: 'should not', havent: 'have not', hasnt: 'has not', hadnt: 'had not' },
    ...{ im: 'i am', ive: 'i have', youre: 'you are', youve: 'you have', youll: 'you will' },
    ...{ theyre: 'they are', theyve: 'they have', theyll: 'they will', weve: 'we have' },
    ...{ whats: 'what is', thats: 'that is', theres: 'there is', wheres: 'where is' },
    ...{ whos: 'who is', hows: 'how is', hes: 'he is', shes: 'she is', itll: 'it will' },
    ...{ lets: 'let us' },
  }),
);
const CLIPPED_WORDS = new RegExp(`\\b(?:${[...CLIPPED.keys()].join('|')})\\b`, 'g');
const CONTRACTIONS: readonly Replacement[] = [
  [/\bwon't\b/g, 'will not'],
  [/n't\b/g, ' not'],
  [/'re\b/g, ' are'],
  [/'ve\b/g, ' have'],
  [/'ll\b/g, ' will'],
  [/'d\b/g, ' would'],
  [/\bi'm\b/g, 'i am'],
  [/\b(what|where|who|how|when|that|there|it|he|she)'s\b/g, '$1 is'],
  [/\blet's\b/g, 'let us'],
  [/'s\b/g, ''],
];

/** Lower case, one space between words, no punctuation; "E. L. A." and "e l a" become "ela". */
export function normalise(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('’', "'");
  const spelled = plain.replace(CLIPPED_WORDS, (word) => CLIPPED.get(word) ?? word);
  // Nine searches less for most texts: thousands are read at each start.
  const whole = spelled.includes("'") ? replaceAll(spelled, CONTRACTIONS) : spelled;
  return whole
    .replace(/24\s*\/\s*7/g, 'twenty four seven')
    .replace(/\bk\s*-?\s*12\b/g, 'k12')
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/\b(?:[a-z] )+[a-z]\b/g, joinLetters)
    .replace(/\bhow (much|long|old|many|often)\b/g, 'how$1')
    .replace(/\bhowmuch (?:class )?time\b/g, 'howlong')
    .trim();
}

function replaceAll(text: string, replacements: readonly Replacement[]): string {
  return replacements.reduce((plain, [pattern, by]) => plain.replace(pattern, by), text);
}

/** "i a", as in "am i a…", is two words; longer runs and other pairs are spelled out. */
function joinLetters(run: string): string {
  return run === 'i a' ? run : run.replaceAll(' ', '');
}

const NOT_LATIN = /[^\p{Script=Latin}\p{N}]/u;

const cache = new Map<string, Word>();
const MAX_CACHED = 20_000;

export function toWord(raw: string): Word {
  const known = cache.get(raw);
  if (known !== undefined) return known;
  const base = SYNONYMS.get(raw) ?? SYNONYMS.get(singular(raw)) ?? raw;
  const sounds = doubleMetaphone(raw);
  const word = {
    raw,
    stem: stemOf(raw),
    concept: stemmer(base),
    sounds,
    soundWithoutR: withoutR(sounds[0]),
    role: toRole(raw),
  };
  // A pure function's memory, bounded: callers may say anything.
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(raw, word);
  return word;
}

function withoutR(sound: string): string {
  return sound.charAt(0) + sound.slice(1).replaceAll('R', '');
}

/** What a word is compared by. In other scripts, and with a hyphen, it remains as it is written. */
export function stemOf(raw: string): string {
  return NOT_LATIN.test(raw) ? raw : stemmer(raw);
}

/** Whether a word carries a subject. */
export function hasSubject({ role }: Word): boolean {
  return role === 'content' || role === 'light';
}

function toRole(raw: string): Word['role'] {
  if (QUESTION_WORDS.has(raw)) return 'question';
  if (STOP_WORDS.has(raw)) return 'stop';
  return LIGHT_WORDS.has(raw) ? 'light' : 'content';
}

export function toWords(text: string): Word[] {
  const plain = normalise(text);
  return plain === '' ? [] : plain.split(' ').map(toWord);
}

/** What the content words of a text mean, each once, in their order. */
export function contentOf(text: string): ReadonlySet<string> {
  return new Set(
    toWords(text).flatMap(({ role, concept }) => (role === 'content' ? [concept] : [])),
  );
}

function singular(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
