import { type Weights, weigh } from '../scoring/retriever.ts';
import type { Evidence } from './evidence.ts';

/**
 * Fitted by `bench/guide/run.ts --fit` to questions over a school's documents and to the product's paraphrases:
 * first which of the sentences that come near a question answers it (a softmax over them), then whether
 * the best one really does (a logistic regression).
 */
/** Orders sentences: the higher the sum, the likelier the answer begins there. */
export const ORDER: Weights<Evidence> = {
  covered: 2.64,
  inSentence: 2.84,
  inTitle: 1.77,
  exactly: 0.8,
  weakest: 0.37,
  missing: -2.29,
  focus: 1.03,
  titleFocus: 1.78,
  opening: 2.78,
  substance: 0,
  type: 2.03,
};
const TRUST: Weights<Evidence> = {
  covered: 1.61,
  inSentence: -0.07,
  inTitle: 1.12,
  exactly: 0.67,
  weakest: 0.12,
  missing: -2.34,
  focus: 1,
  titleFocus: 0.52,
  opening: -0.13,
  substance: 2.02,
  type: 1.02,
};
const TRUST_MARGIN = 0.51;
const TRUST_BIAS = -4.57;
const MAX_MARGIN = 3;

/** 0 to 1: how likely the answer begins there. `margin`: its score over the best of other passages. */
export function likelihood(evidence: Evidence, margin: number): number {
  const ahead = Math.max(-MAX_MARGIN, Math.min(MAX_MARGIN, margin));
  return 1 / (1 + Math.exp(-(weigh(evidence, TRUST) + TRUST_MARGIN * ahead + TRUST_BIAS)));
}
