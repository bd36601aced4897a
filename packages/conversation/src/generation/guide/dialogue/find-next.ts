import type { KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';
import { canBeAsked } from './can-be-asked.ts';
import { shareOut } from './decide.ts';
import { type History, withoutContext } from './history.ts';
import { isOverview } from './name-topics.ts';
import { rank } from './rank.ts';
import type { Understander } from './understand.ts';

/** Probability from which something else may have been asked for, beside all that was said. */
const NEXT_SHARE = 0.2;

/** What a question that was not answered may have asked for beside what was said lately; null: nothing is likely. */
export function findNext(
  question: string,
  { history, base }: { readonly history: History; readonly base: Understander },
): KnowledgeEntry | null {
  const said = new Set(history.factsLately);
  const rest = rank(question, withoutContext(history), base).filter(
    ({ entry }) => !said.has(entry),
  );
  // What a whole subject is was seldom asked.
  const next = shareOut(rest).find(
    ({ entry, share }) =>
      canBeAsked(entry) && !isOverview(entry, base.topics) && share >= NEXT_SHARE,
  );
  return next?.entry ?? null;
}
