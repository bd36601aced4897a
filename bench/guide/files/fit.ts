import type { Evidence } from '../../../packages/conversation/src/retrieval/passages/evidence.ts';
import { createSentenceScoring } from '../../../packages/conversation/src/retrieval/passages/evidence.ts';
import {
  type KnowledgeDocument,
  splitPassages,
} from '../../../packages/conversation/src/retrieval/passages/passage.ts';
import { createPassageReader } from '../../../packages/conversation/src/retrieval/passages/passage-words.ts';
import { takeFrom } from '../../../packages/conversation/src/retrieval/passages/say-passage.ts';
import { judgeCandidates } from '../../../packages/conversation/src/retrieval/scoring/retriever.ts';

/** A question, and whether a quotation of a document answers it. */
export interface Example {
  readonly asked: string;
  readonly isAnswer: (text: string, documentId: string) => boolean;
  /** What it counts for. */
  readonly weight: number;
}

interface Candidate {
  readonly evidence: readonly number[];
  readonly passage: number;
  readonly right: boolean;
}

export interface Case {
  readonly weight: number;
  readonly candidates: readonly Candidate[];
}

const KEYS = [
  ...(['covered', 'inSentence', 'inTitle', 'exactly', 'weakest', 'missing', 'focus'] as const),
  ...(['titleFocus', 'opening', 'substance', 'type'] as const),
] satisfies readonly (keyof Evidence)[];
const WIDEST_MARGIN = 3;

/** What is found for each example, and whether it is right. */
export function gatherCases(
  documents: readonly KnowledgeDocument[],
  examples: readonly Example[],
): Case[] {
  const reader = createPassageReader();
  for (const document of documents) for (const one of splitPassages(document)) reader.add(one);
  const words = reader.finish();
  const scoring = createSentenceScoring(words);
  return examples.map(({ asked, isAnswer, weight }) => ({
    weight,
    candidates: judgeCandidates(scoring, scoring.read(asked)).map(
      ({ place: { passage, sentence }, evidence }) => {
        const { sentences = [], documentId = null } = words.passages[passage] ?? {};
        return {
          passage,
          evidence: KEYS.map((key) => evidence[key]),
          right: isAnswer(takeFrom(sentences, sentence), documentId ?? ''),
        };
      },
    ),
  }));
}

/** The numbers of `packages/conversation/src/retrieval/passages/confidence.ts`, fitted to some cases. */
export function fitWeights(cases: readonly Case[]): Record<string, Record<string, number>> {
  const order = fitOrder(cases.filter(({ candidates }) => candidates.some(({ right }) => right)));
  const tops = cases.flatMap(({ weight, candidates }) => {
    const ranked = candidates
      .map((one) => ({ ...one, score: dot(order, one.evidence) }))
      .sort((left, right) => right.score - left.score);
    const [best] = ranked;
    if (best === undefined) return [];
    const rival = ranked.find(({ passage }) => passage !== best.passage)?.score ?? 0;
    const margin = Math.min(WIDEST_MARGIN, best.score - rival);
    return [{ weight, right: best.right, evidence: [...best.evidence, margin, 1] }];
  });
  const trust = fitTrust(tops);
  const named = (names: readonly string[], values: readonly number[]) =>
    Object.fromEntries(names.map((name, at) => [name, Number((values[at] ?? 0).toFixed(2))]));
  return { order: named(KEYS, order), trust: named([...KEYS, 'margin', 'bias'], trust) };
}

/** Softmax over the sentences of each question: the right ones together should win. */
function fitOrder(cases: readonly Case[]): number[] {
  const weights = KEYS.map(() => 0);
  for (let round = 0; round < 400; round += 1) {
    const slope = weights.map((weight) => -0.6 * weight);
    for (const { weight, candidates } of cases) {
      const raised = candidates.map(({ evidence }) => Math.exp(dot(weights, evidence)));
      const all = raised.reduce((sum, value) => sum + value, 0);
      const right = raised.reduce((sum, value, at) => sum + (candidates[at]?.right ? value : 0), 0);
      for (const [at, candidate] of candidates.entries()) {
        const value = raised[at] ?? 0;
        climb(
          slope,
          candidate.evidence,
          weight * ((candidate.right ? value / right : 0) - value / all),
        );
      }
    }
    climb(weights, slope, 0.03);
  }
  return weights;
}

interface Top {
  readonly weight: number;
  readonly right: boolean;
  /** With the margin and a one for the bias. */
  readonly evidence: readonly number[];
}

/** Logistic regression: whether the best sentence is right. */
function fitTrust(tops: readonly Top[]): number[] {
  const weights = [...KEYS.map(() => 0), 0, 0];
  for (let round = 0; round < 3_000; round += 1) {
    const slope = weights.map((weight, at) => (at === weights.length - 1 ? 0 : -0.3 * weight));
    for (const { weight, right, evidence } of tops) {
      const likely = 1 / (1 + Math.exp(-dot(weights, evidence)));
      climb(slope, evidence, 0.5 * weight * ((right ? 1 : 0) - likely));
    }
    climb(weights, slope, 0.01);
  }
  return weights;
}

function dot(left: readonly number[], right: readonly number[]): number {
  return left.reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0);
}

function climb(weights: number[], slope: readonly number[], step: number): void {
  for (const [at, value] of slope.entries()) weights[at] = (weights[at] ?? 0) + step * value;
}
