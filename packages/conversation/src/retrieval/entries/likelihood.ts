import { createRequire } from 'node:module';
import type { Nearness } from '../examples/example-index.ts';
import { withoutOpening } from '../language/segments.ts';
import { hasSubject, toWords } from '../language/words.ts';
import type { MeaningNearness } from '../meaning/meaning-index.ts';
import type { EncoderKind } from '../meaning/sentence-encoder.ts';
import { type Weights, weigh } from '../scoring/retriever.ts';
import type { KnowledgeEntry } from './knowledge-schema.ts';

/** What speaks for an entry among the candidates for a question, by its words alone. */
export interface WordEvidence extends Nearness {
  /** 1, to weigh how often such an entry is meant at all. */
  readonly bias: number;
  /** The score by its words alone. */
  readonly words: number;
  /** 1 for the candidate whose words fit best. */
  readonly first: number;
  /** How well the nearest of its examples and the question cover each other, misheard words included. */
  readonly covers: number;
}

/** The same where the meaning of the question is known, too. */
export interface MeaningEvidence extends WordEvidence, MeaningNearness {}

export type EntryEvidence = WordEvidence | MeaningEvidence;

/** What speaks for “nothing here answers that”. */
export interface NoneEvidence {
  readonly bias: number;
  /** The share of the question that is in no example. */
  readonly unknown: number;
  readonly short: number;
  readonly long: number;
}

export type Sort = 'fact' | 'courtesy' | 'elsewhere';

type SortWeights<Evidence> = Readonly<Record<Sort, Weights<Evidence>>> & {
  readonly none: Weights<NoneEvidence>;
};

/** Learned by `node bench/likelihood/run.ts --write`, each without the others; `--meaning` leaves those by words. */
export type LikelihoodWeights = Readonly<Record<EncoderKind, SortWeights<MeaningEvidence>>> & {
  readonly words: SortWeights<WordEvidence>;
};

const WEIGHTS: LikelihoodWeights = createRequire(import.meta.url)('./likelihood-weights.json');
/** How much the judgement with meanings counts beside the one by words: a misheard word has a meaning, too. */
const MEANING_SHARE: Readonly<Record<EncoderKind, number>> = {
  universal: 0.85,
  minilm: 0.85,
};
const SHORT = 2;
const LONG = 10;

/** Entries that send a question away are learned apart from those that answer it. */
export function sortOf({ kind }: Pick<KnowledgeEntry, 'kind'>): Sort {
  if (kind === 'fact') return 'fact';
  return kind === 'small-talk' ? 'courtesy' : 'elsewhere';
}

export function gatherNone(question: string, unknown: number): NoneEvidence {
  const subjects = toWords(withoutOpening(question)).filter(hasSubject).length;
  return {
    bias: 1,
    unknown,
    short: subjects <= SHORT ? 1 : 0,
    long: Math.min(1, subjects / LONG),
  };
}

export interface Judged {
  readonly evidence: EntryEvidence;
  readonly none: NoneEvidence;
  /** Who compared meanings; null: nobody did. */
  readonly encoder: EncoderKind | null;
}

/** The logarithm of how much likelier an entry answers than nothing does. */
export function oddsOf(sort: Sort, { evidence, none, encoder }: Judged): number {
  const byWords = weigh(evidence, WEIGHTS.words[sort]) - weigh(none, WEIGHTS.words.none);
  if (encoder === null || !('meaning' in evidence)) return byWords;
  const weights = WEIGHTS[encoder];
  const byMeaning = weigh(evidence, weights[sort]) - weigh(none, weights.none);
  const share = MEANING_SHARE[encoder];
  return share * byMeaning + (1 - share) * byWords;
}
