import { toTerms } from '../language/terms.ts';
import type { Word } from '../language/words.ts';
import { createDocumentFrequency } from '../scoring/document-frequency.ts';
import type { Passage } from './passage.ts';

/** Which words stand where in some passages. Sentences are numbered through all of them. */
export interface PassageWords {
  readonly passages: readonly Passage[];
  /** Every word that is not merely grammar, once. */
  readonly vocabulary: Iterable<Word>;
  /** The number of the first sentence of each passage. */
  readonly firstSentence: readonly number[];
  readonly passageOf: readonly number[];
  /** Sentences with a stem, in order. */
  readonly sentencesWith: ReadonlyMap<string, readonly number[]>;
  /** Passages with a stem in a heading, in order. */
  readonly titlesWith: ReadonlyMap<string, readonly number[]>;
  /** What all words of a sentence, and of a title, weigh together. */
  readonly sentenceWeight: readonly number[];
  readonly titleWeight: readonly number[];
  /** From 0.25 for a word that is everywhere to 1 for one that is nowhere. */
  rarity(stem: string): number;
}

/** Reads passages one after the other; `finish` when all are in. */
export interface PassageReader {
  add(passage: Passage): void;
  finish(): PassageWords;
}

const MIN_RARITY = 0.25;
/** Of words that go with any subject. */
export const LIGHT_WEIGHT = 0.35;
export function createPassageReader(): PassageReader {
  const passages: Passage[] = [];
  const firstSentence: number[] = [];
  const passageOf: number[] = [];
  const sentencesWith = new Map<string, number[]>();
  const titlesWith = new Map<string, number[]>();
  const frequency = createDocumentFrequency();
  const sentenceStems: (readonly string[])[] = [];
  const titleStems: (readonly string[])[] = [];
  const light = new Set<string>();
  const vocabulary = new Map<string, Word>();

  function read(text: string): string[] {
    const stems = new Set<string>();
    for (const word of toTerms(text)) {
      stems.add(word.stem);
      vocabulary.set(word.raw, word);
      if (word.role === 'light') light.add(word.stem);
    }
    return [...stems];
  }

  function note(where: Map<string, number[]>, stems: readonly string[], at: number): void {
    for (const stem of stems) {
      const known = where.get(stem);
      if (known === undefined) where.set(stem, [at]);
      else known.push(at);
    }
  }

  function finish(): PassageWords {
    const rarity = (stem: string): number => {
      if (frequency.of(stem) === 0) return 1;
      return MIN_RARITY + (1 - MIN_RARITY) * Math.min(1, frequency.rarity(stem, 0));
    };
    const weigh = (stems: readonly string[]) =>
      stems.reduce((sum, stem) => sum + rarity(stem) * (light.has(stem) ? LIGHT_WEIGHT : 1), 0);
    return {
      vocabulary: vocabulary.values(),
      passages,
      firstSentence,
      passageOf,
      sentencesWith,
      titlesWith,
      rarity,
      sentenceWeight: sentenceStems.map(weigh),
      titleWeight: titleStems.map(weigh),
    };
  }

  return {
    add(passage) {
      const number = passages.length;
      passages.push(passage);
      firstSentence.push(passageOf.length);
      const title = read(passage.title);
      note(titlesWith, title, number);
      titleStems.push(title);
      const all = new Set(title);
      for (const sentence of passage.sentences) {
        const stems = read(sentence);
        note(sentencesWith, stems, passageOf.length);
        sentenceStems.push(stems);
        passageOf.push(number);
        for (const stem of stems) all.add(stem);
      }
      frequency.add(all);
    },
    finish,
  };
}
