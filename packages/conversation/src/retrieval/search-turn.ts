import type { ModelMessage } from '../generation/model.ts';
import type { FoundPassage, PassageIndex, PassageSearch } from './passages/passage-index.ts';
import { retrievalQueries } from './retrieval-query.ts';

/** Likelihood below which the next query is tried. */
const LIKELIHOOD_THRESHOLD = 0.6;

/** The passages about the user's last turn, best first. */
export function searchTurn(
  index: PassageIndex,
  messages: readonly ModelMessage[],
  options: PassageSearch = {},
): FoundPassage[] {
  let best: FoundPassage[] = [];
  let bestLikely = 0;
  for (const query of retrievalQueries(messages)) {
    const found = index.search(query, options);
    const likely = Math.max(0, ...(found[0]?.likely ?? []));
    if (best.length === 0 || likely > bestLikely) {
      best = found;
      bestLikely = likely;
    }
    if (bestLikely >= LIKELIHOOD_THRESHOLD) break;
  }
  return best;
}
