import { relatedWords } from '../language/related-words.ts';
import { distance, similarity } from '../language/similarity.ts';
import { SYNONYMS } from '../language/synonyms.ts';
import { stemOf, toWord, type Word } from '../language/words.ts';

/** A stem of the documents that may be what was said, and how likely, 0 to 1. */
export type Reading = readonly [stem: string, quality: number];

/** Whether a word may stand for one that sounds like it; a name only for one that is spelt like it, too. */
export type Misheard = 'no' | 'as a name' | 'perhaps';

/** The words of some documents, to find the ones that a question's word may mean. */
export interface Vocabulary {
  hasWord(raw: string): boolean;
  hasStem(stem: string): boolean;
  /** The best first; empty when nothing is alike. */
  read(word: Word, misheard: Misheard): Reading[];
  /** What two words that were one may be: "bursar ease". */
  readTogether(left: Word, right: Word): Reading[];
  /** The same, only where there is no doubt; of two that are words themselves, only what they spell. */
  join(left: Word, right: Word, options: { readonly areWords: boolean }): Word | null;
}

const SYNONYM_QUALITY = 0.85;
const RELATED_QUALITY = 0.6;
/** Where the word itself is in the documents too, it was probably meant. */
const RELATED_BESIDE_QUALITY = 0.45;
const SOUNDS_LIKE_QUALITY = 0.5;
const SAME_BEGINNING_QUALITY = 0.75;
const SOUND_SHARE = 0.9;
/** Below this similarity two words are different words. */
const MIN_SIMILARITY = 0.65;
/** Shorter words have too many neighbours to guess from. */
const MIN_MISHEARD_LENGTH = 3;
const MIN_JOINED_LENGTH = 6;
/** Of a word that two spell exactly, and of the sound of one that they only sound like. */
const MIN_SPELLED_LENGTH = 4;
const MIN_SOUND_LENGTH = 3;
const BEGINNING = 5;
/** Share of the trigrams that two words have in common. */
const MIN_SHARED = 0.34;
const MIN_SHARED_JOINED = 0.5;

const SYNONYMS_OF = bySameHead();

/** The words of some documents, found by how they are written, how they begin and how they sound. */
interface WordIndex {
  readonly byRaw: ReadonlyMap<string, Word>;
  readonly stems: ReadonlySet<string>;
  readonly bySound: ReadonlyMap<string, readonly Word[]>;
  sameBeginning(stem: string): Reading[];
  /** Words that share letters or the sound. */
  candidates(word: Word, leastShared: number): Set<Word>;
}

function indexWords(words: Iterable<Word>): WordIndex {
  const byRaw = new Map<string, Word>();
  const stems = new Set<string>();
  const byBeginning = new Map<string, Set<string>>();
  const byGram = new Map<string, Word[]>();
  const bySound = new Map<string, Word[]>();
  for (const word of words) {
    if (byRaw.has(word.raw)) continue;
    byRaw.set(word.raw, word);
    stems.add(word.stem);
    if (word.raw.length >= BEGINNING) {
      const key = word.stem.slice(0, BEGINNING);
      byBeginning.set(key, (byBeginning.get(key) ?? new Set()).add(word.stem));
    }
    if (word.raw.length < MIN_MISHEARD_LENGTH) continue;
    for (const gram of gramsOf(word.raw)) push(byGram, gram, word);
    if (word.sounds[0] !== '') push(bySound, word.sounds[0], word);
  }

  function sameBeginning(stem: string): Reading[] {
    if (stem.length < BEGINNING) return [];
    return [...(byBeginning.get(stem.slice(0, BEGINNING)) ?? [])].flatMap((other): Reading[] =>
      other !== stem && (other.startsWith(stem) || stem.startsWith(other))
        ? [[other, SAME_BEGINNING_QUALITY]]
        : [],
    );
  }

  function candidates(word: Word, leastShared: number): Set<Word> {
    const found = new Set(bySound.get(word.sounds[0]) ?? []);
    const grams = gramsOf(word.raw);
    const shared = new Map<Word, number>();
    for (const gram of grams) {
      for (const other of byGram.get(gram) ?? []) shared.set(other, (shared.get(other) ?? 0) + 1);
    }
    for (const [other, count] of shared) {
      const all = grams.size + other.raw.length;
      if ((2 * count) / all >= leastShared) found.add(other);
    }
    return found;
  }

  return { byRaw, stems, bySound, sameBeginning, candidates };
}

export function createVocabulary(words: Iterable<Word>): Vocabulary {
  const { byRaw, stems, bySound, sameBeginning, candidates } = indexWords(words);

  function misheard(word: Word, isName: boolean): Reading[] {
    if (word.raw.length < MIN_MISHEARD_LENGTH || /^\d/.test(word.raw)) return [];
    const found: Reading[] = [];
    for (const other of candidates(word, MIN_SHARED)) {
      if (isName && distance(word.raw, other.raw, 2) > 2) continue;
      const alike = similarity(word, other);
      if (alike >= MIN_SIMILARITY) found.push([other.stem, alike * SOUND_SHARE]);
    }
    return found;
  }

  /** Another word of the documents in its place, as a recogniser that knows both takes one for the other. */
  function soundsLike(word: Word): Reading[] {
    if (word.sounds[0].length < 2 || word.raw.length <= MIN_MISHEARD_LENGTH) return [];
    return (bySound.get(word.sounds[0]) ?? []).flatMap((other): Reading[] =>
      distance(word.raw, other.raw, 2) <= 2 ? [[other.stem, SOUNDS_LIKE_QUALITY]] : [],
    );
  }

  return {
    hasWord: (raw) => byRaw.has(raw),
    hasStem: (stem) => stems.has(stem),
    read(word, as) {
      const { stem } = word;
      const found: Reading[] = [
        ...otherWords(word.raw, stems.has(stem)).filter(([other]) => stems.has(other)),
        ...sameBeginning(stem),
      ];
      if (stems.has(stem)) found.push([stem, 1]);
      if (as === 'perhaps' && stems.has(stem)) found.push(...soundsLike(word));
      // A listed word was heard correctly; it just is not in the documents.
      else if (as !== 'no' && !stems.has(stem) && !isListed(word.raw))
        found.push(...misheard(word, as === 'as a name'));
      return bestOfEach(found);
    },
    readTogether(left, right) {
      const word = toWord(left.raw + right.raw);
      if (word.raw.length < MIN_JOINED_LENGTH) return [];
      if (stems.has(word.stem)) return [[word.stem, 1]];
      const found: Reading[] = [];
      for (const other of candidates(word, MIN_SHARED_JOINED)) {
        const length =
          Math.min(word.raw.length, other.raw.length) / Math.max(word.raw.length, other.raw.length);
        if (length < 0.7) continue;
        const sameSound = word.sounds[0] === other.sounds[0] && word.sounds[0].length > 2;
        const alike = sameSound ? 0.85 : similarity(word, other);
        if (alike >= MIN_SIMILARITY) found.push([other.stem, alike * SOUND_SHARE]);
      }
      return bestOfEach(found);
    },
    join(left, right, { areWords }) {
      const word = toWord(left.raw + right.raw);
      if (word.raw.length < MIN_SPELLED_LENGTH) return null;
      if (byRaw.has(word.raw)) return word;
      const [sound] = word.sounds;
      if (areWords || sound.length < MIN_SOUND_LENGTH) return null;
      return bySound.get(sound)?.find(({ raw }) => distance(raw, word.raw, 2) <= 2) ?? null;
    },
  };
}

export interface NeighbourReader<Read> {
  /** Two words that the recogniser took apart; null: they are two. */
  together(left: Word, right: Word): Read | null;
  /** Null: it is left out. */
  alone(word: Word): Read | null;
}

/** Reads words in order, with neighbours that were one put together. */
export function readNeighbours<Read>(
  words: readonly Word[],
  { together, alone }: NeighbourReader<Read>,
): Read[] {
  const result: Read[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const [left, right] = [words[index], words[index + 1]];
    if (left === undefined) continue;
    const both = right === undefined ? null : together(left, right);
    const read = both ?? alone(left);
    if (read !== null) result.push(read);
    if (both !== null) index += 1;
  }
  return result;
}

/** Synonyms and related words; `isKnown`: the documents contain the word itself. */
function otherWords(raw: string, isKnown: boolean): Reading[] {
  const related = isKnown ? RELATED_BESIDE_QUALITY : RELATED_QUALITY;
  const reading = (other: string, quality: number): Reading => [stemOf(other), quality];
  return [
    ...[...SYNONYMS_OF(raw)].map((other) => reading(other, SYNONYM_QUALITY)),
    ...baseForms(raw).flatMap((form) =>
      [...relatedWords(form)].map((other) => reading(other, related)),
    ),
  ];
}

function isListed(raw: string): boolean {
  return SYNONYMS.has(raw) || baseForms(raw).some((form) => relatedWords(form).length > 0);
}

function bestOfEach(readings: readonly Reading[]): Reading[] {
  const best = new Map<string, number>();
  for (const [stem, quality] of readings) {
    if (quality > (best.get(stem) ?? 0)) best.set(stem, quality);
  }
  return [...best].sort((left, right) => right[1] - left[1]);
}

/** " ca", "cat", "at ": the ends of a word count too. */
function gramsOf(raw: string): Set<string> {
  const padded = ` ${raw} `;
  const grams = new Set<string>();
  for (let at = 0; at + 3 <= padded.length; at += 1) grams.add(padded.slice(at, at + 3));
  return grams;
}

/** As a word may be written in a list: "wears", "wearing" and "wore" are not all there. */
function baseForms(raw: string): string[] {
  const forms = new Set([raw]);
  if (raw.endsWith('ies')) forms.add(`${raw.slice(0, -3)}y`);
  if (raw.endsWith('es')) forms.add(raw.slice(0, -2));
  if (raw.endsWith('s')) forms.add(raw.slice(0, -1));
  for (const ending of ['ing', 'ed', 'er', 'est', 'ly']) {
    if (!raw.endsWith(ending)) continue;
    const base = raw.slice(0, -ending.length);
    for (const form of [base, `${base}e`, base.replace(/(.)\1$/, '$1')]) forms.add(form);
  }
  return [...forms];
}

function bySameHead(): (raw: string) => readonly string[] {
  const groups = new Map<string, string[]>();
  for (const [word, head] of SYNONYMS) push(groups, head, word);
  return (raw) => {
    const forms = baseForms(raw);
    return forms.flatMap((form) => {
      const head = SYNONYMS.get(form) ?? form;
      // Saturday is weekend, and Sunday is, but neither is the other.
      if (head === 'weekend' && form !== head) return [head];
      const group = groups.get(head);
      return group === undefined ? [] : [head, ...group].filter((other) => !forms.includes(other));
    });
  };
}

function push<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
