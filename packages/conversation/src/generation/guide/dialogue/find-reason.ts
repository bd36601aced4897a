import type { KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';
import { shareOut } from './decide.ts';
import { type History, withoutContext } from './history.ts';
import { rank } from './rank.ts';
import type { Understander } from './understand.ts';

/** Probability from which an entry may be the reason of what was asked before. */
const REASON_SHARE = 0.15;
const ASKS_WHY = /^why\b/i;

/**
 * What tells why, behind an answer: the question before it, asked with “why”. Null: nothing that is asked with “why” is
 * likely, or it was said already.
 */
export function findReason({
  history,
  base,
}: {
  readonly history: History;
  readonly base: Understander;
}): KnowledgeEntry | null {
  const { lastTurn, factsLately } = history;
  if (lastTurn === null) return null;
  const rest = rank(`why ${lastTurn}`, withoutContext(history), base).filter(
    ({ entry }) => !factsLately.includes(entry),
  );
  const reason = shareOut(rest).find(
    ({ entry: { kind, questions } }) =>
      kind === 'fact' && questions.some((question) => ASKS_WHY.test(question)),
  );
  return reason !== undefined && reason.share >= REASON_SHARE ? reason.entry : null;
}
