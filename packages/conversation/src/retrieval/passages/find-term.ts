import type { Reading } from '../scoring/vocabulary.ts';
import type { PassageWords } from './passage-words.ts';

/** Where a word of a question is, and how well it fits there, 0 to 1. */
export interface FoundTerm {
  inSentence(sentence: number): number;
  inTitle(passage: number): number;
  /** In its best sentence. */
  inPassage(passage: number): number;
  /** Passages it is in; of a word that is nearly everywhere, the first of them. */
  readonly passages: Iterable<number>;
  /** Whether it is in so many places that it says little about where to look. */
  readonly isCommon: boolean;
}

/** Of a table of 50,000 rows, its column names are in every one: those places are not listed. */
const MAX_LISTED = 3_000;

export function findTerm(readings: readonly Reading[], words: PassageWords): FoundTerm {
  const places = readings.map(
    ([stem, quality]): Places => ({
      quality,
      sentences: words.sentencesWith.get(stem) ?? [],
      titles: words.titlesWith.get(stem) ?? [],
    }),
  );
  const count = places.reduce((sum, one) => sum + one.sentences.length + one.titles.length, 0);
  return count > MAX_LISTED ? lookUp(places, words) : list(places, words);
}

interface Places {
  readonly quality: number;
  readonly sentences: readonly number[];
  readonly titles: readonly number[];
}

function list(places: readonly Places[], { passageOf }: PassageWords): FoundTerm {
  const sentences = new Map<number, number>();
  const titles = new Map<number, number>();
  const passages = new Map<number, number>();
  const raise = (map: Map<number, number>, key: number, value: number) => {
    if (value > (map.get(key) ?? 0)) map.set(key, value);
  };
  for (const { quality, ...where } of places) {
    for (const at of where.titles) raise(titles, at, quality);
    for (const at of where.sentences) {
      raise(sentences, at, quality);
      raise(passages, passageOf[at] ?? 0, quality);
    }
  }
  return {
    inSentence: (sentence) => sentences.get(sentence) ?? 0,
    inTitle: (passage) => titles.get(passage) ?? 0,
    inPassage: (passage) => passages.get(passage) ?? 0,
    passages: new Set([...passages.keys(), ...titles.keys()]),
    isCommon: false,
  };
}

function lookUp(places: readonly Places[], words: PassageWords): FoundTerm {
  const best = (isThere: (one: Places) => boolean) =>
    places.reduce((most, one) => (one.quality > most && isThere(one) ? one.quality : most), 0);
  const firstOf = (passage: number) => words.firstSentence[passage] ?? words.passageOf.length;
  const [most] = [...places].sort((left, right) => right.quality - left.quality);
  const listed = (most?.sentences ?? []).slice(0, MAX_LISTED);
  return {
    inSentence: (sentence) => best((one) => hasBetween(one.sentences, sentence, sentence + 1)),
    inTitle: (passage) => best((one) => hasBetween(one.titles, passage, passage + 1)),
    inPassage: (passage) =>
      best((one) => hasBetween(one.sentences, firstOf(passage), firstOf(passage + 1))),
    passages: new Set([
      ...listed.map((at) => words.passageOf[at] ?? 0),
      ...(most?.titles ?? []).slice(0, MAX_LISTED),
    ]),
    isCommon: true,
  };
}

/** Whether a sorted list has a number from `from` to before `end`. */
function hasBetween(sorted: readonly number[], from: number, end: number): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  const found = sorted[low];
  return found !== undefined && found < end;
}
