import {
  type Candidate,
  type Judged,
  judgeCandidates,
  type Retriever,
} from '../scoring/retriever.ts';
import { likelihood } from './confidence.ts';
import {
  createSentenceScoring,
  type Evidence,
  type SentencePlace,
  similarityOf,
} from './evidence.ts';
import { type KnowledgeDocument, type Passage, splitPassages } from './passage.ts';
import { createPassageReader, type PassageWords } from './passage-words.ts';

/** A passage that may answer; it scores what its likeliest sentence does. */
export interface FoundPassage extends Passage, Candidate {
  /** 0 to 1: the share of the question that the passage covers. */
  readonly similarity: number;
  /** 0 to 1 for each sentence: how likely the answer begins there. */
  readonly likely: readonly number[];
}

export interface PassageSearch {
  /** @default 5 */
  readonly limit?: number;
  /** Passages less alike than this are left out. @default 0 */
  readonly threshold?: number;
}

/** The passages of some documents, ready to be searched. Immutable. */
export interface PassageIndex extends Retriever<FoundPassage, PassageSearch> {
  readonly size: number;
}

const DEFAULT_LIMIT = 5;
/** Passages read at a time: calls on the same machine must not wait for a long book. */
const BATCH = 16;

/**
 * Splits and indexes documents, a few passages at a time.
 *
 * @throws the signal's reason
 */
export async function createPassageIndex(
  documents: readonly KnowledgeDocument[],
  signal?: AbortSignal,
): Promise<PassageIndex> {
  const reader = createPassageReader();
  for (const document of documents) {
    let count = 0;
    for (const passage of splitPassages(document)) {
      reader.add(passage);
      count += 1;
      if (count % BATCH === 0) await breathe(signal);
    }
    await breathe(signal);
  }
  return openIndex(reader.finish());
}

/** Indexes a few given passages synchronously. */
export function indexPassages(passages: readonly Passage[]): PassageIndex {
  const reader = createPassageReader();
  for (const passage of passages) reader.add(passage);
  return openIndex(reader.finish());
}

function openIndex(words: PassageWords): PassageIndex {
  const scoring = createSentenceScoring(words);
  return {
    size: words.passages.length,
    search(query, { limit = DEFAULT_LIMIT, threshold = 0 } = {}) {
      const asked = scoring.read(query);
      return rank(judgeCandidates(scoring, asked))
        .flatMap(({ passage, ...ranked }) => {
          const found = words.passages[passage];
          const similarity = similarityOf(asked, passage);
          return found === undefined ? [] : [{ ...found, ...ranked, similarity }];
        })
        .filter(({ similarity }) => similarity >= threshold)
        .slice(0, limit);
    },
  };
}

interface Ranked extends Candidate {
  readonly passage: number;
  readonly likely: readonly number[];
}

interface Scored {
  readonly passage: number;
  readonly scores: number[];
  /** Of the sentence that fits best. */
  best: number;
  evidence: Evidence;
}

/** Passages by their best sentence. */
function rank(judged: readonly Judged<SentencePlace, Evidence>[]): Ranked[] {
  const byPassage = new Map<number, Scored>();
  for (const { place, evidence, score } of judged) {
    const { passage } = place;
    const known = byPassage.get(passage);
    if (known === undefined) {
      byPassage.set(passage, { passage, best: score, evidence, scores: [score] });
      continue;
    }
    known.scores.push(score);
    if (score > known.best) Object.assign(known, { best: score, evidence });
  }
  const ranked = [...byPassage.values()];
  ranked.sort((left, right) => right.best - left.best || left.passage - right.passage);
  const [first, second] = ranked;
  if (first === undefined) return [];
  const trust = likelihood(first.evidence, first.best - (second?.best ?? 0));
  const likely = (score: number) => trust * Math.exp(score - first.best);
  return ranked.map(({ passage, scores, best }) => ({
    passage,
    score: likely(best),
    likely: scores.map(likely),
  }));
}

/** Yields to everything else on this thread. */
async function breathe(signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve) => setImmediate(resolve));
}
