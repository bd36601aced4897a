import { createKnownWords } from '../scoring/vocabulary.ts';
import { likelihood, score } from './confidence.ts';
import { type Evidence, gatherEvidence, type Judged } from './evidence.ts';
import { type KnowledgeDocument, type Passage, splitPassages } from './passage.ts';
import { createPassageReader, type PassageWords } from './passage-words.ts';
import { readQuestion } from './question-terms.ts';

export interface FoundPassage extends Passage {
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
export interface PassageIndex {
  readonly size: number;
  /** Best first. */
  search(query: string, options?: PassageSearch): FoundPassage[];
}

const DEFAULT_LIMIT = 5;
/** Passages read at a time: calls on the same machine must not wait for a long book. */
const BATCH = 16;

/** Splits and indexes documents, a few passages at a time. Rejects with the signal's reason. */
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
  const known = createKnownWords(words.vocabulary);
  return {
    size: words.passages.length,
    search(query, { limit = DEFAULT_LIMIT, threshold = 0 } = {}) {
      const question = readQuestion(query, known, words.rarity);
      return rank(gatherEvidence(question, words))
        .flatMap(({ passage, similarity, likely }) => {
          const found = words.passages[passage];
          return found === undefined ? [] : [{ ...found, similarity, likely }];
        })
        .filter(({ similarity }) => similarity >= threshold)
        .slice(0, limit);
    },
  };
}

interface Ranked {
  readonly passage: number;
  readonly similarity: number;
  readonly likely: readonly number[];
}

interface Scored {
  readonly passage: number;
  readonly similarity: number;
  readonly scores: number[];
  /** Of the sentence that fits best. */
  best: number;
  evidence: Evidence;
}

/** Passages by their best sentence. */
function rank(judged: readonly Judged[]): Ranked[] {
  const byPassage = new Map<number, Scored>();
  for (const { passage, evidence, similarity } of judged) {
    const value = score(evidence);
    const known = byPassage.get(passage);
    if (known === undefined) {
      byPassage.set(passage, { passage, similarity, best: value, evidence, scores: [value] });
      continue;
    }
    known.scores.push(value);
    if (value > known.best) Object.assign(known, { best: value, evidence });
  }
  const ranked = [...byPassage.values()];
  ranked.sort((left, right) => right.best - left.best || left.passage - right.passage);
  const [first, second] = ranked;
  if (first === undefined) return [];
  const trust = likelihood(first.evidence, first.best - (second?.best ?? 0));
  return ranked.map(({ passage, similarity, scores }) => ({
    passage,
    similarity,
    likely: scores.map((value) => trust * Math.exp(value - first.best)),
  }));
}

/** Yields to everything else on this thread. */
async function breathe(signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve) => setImmediate(resolve));
}
