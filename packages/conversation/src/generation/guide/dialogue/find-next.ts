import type { KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';
import { canBeAsked } from './can-be-asked.ts';
import { type Shared, shareOut } from './decide.ts';
import { type History, withoutContext } from './history.ts';
import { isOverview } from './name-topics.ts';
import { rank } from './rank.ts';
import type { Understander } from './understand.ts';

/** Probability from which something else may have been asked for, beside all that was said. */
const NEXT_SHARE = 0.2;

interface Search {
  readonly history: History;
  readonly base: Understander;
}

/** What a question that was not answered may have asked for beside what was said lately; null: nothing is likely. */
export function findNext(question: string, search: Search): KnowledgeEntry | null {
  // What a whole subject is was seldom asked.
  const next = shareUnsaid(question, search).find(
    ({ entry, share }) =>
      canBeAsked(entry) && !isOverview(entry, search.base.topics) && share >= NEXT_SHARE,
  );
  return next?.entry ?? null;
}

/** How likely each entry is that was not said lately, by the question alone, best first. */
export function shareUnsaid(question: string, { history, base }: Search): Shared[] {
  const said = new Set(history.factsLately);
  const ranked = rank(question, withoutContext(history), base);
  return shareOut(ranked.filter(({ entry }) => !said.has(entry)));
}
