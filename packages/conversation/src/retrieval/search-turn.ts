import type { ModelMessage } from '../generation/model.ts';
import { retrievalQueries } from './retrieval-query.ts';
import type { Candidate, Retriever } from './scoring/retriever.ts';

/** Score below which the next query is tried. */
const SCORE_THRESHOLD = 0.6;

/** What may answer the user's last turn, best first. */
export function searchTurn<Found extends Candidate, Options>(
  retriever: Retriever<Found, Options>,
  messages: readonly ModelMessage[],
  options?: Options,
): Found[] {
  let best: Found[] = [];
  let bestScore = 0;
  for (const query of retrievalQueries(messages)) {
    const found = retriever.search(query, options);
    const score = found[0]?.score ?? 0;
    if (best.length === 0 || score > bestScore) {
      best = found;
      bestScore = score;
    }
    if (bestScore >= SCORE_THRESHOLD) break;
  }
  return best;
}
