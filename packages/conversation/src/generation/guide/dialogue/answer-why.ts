import { asksWhy } from '../acts/why.ts';
import { shareUnsaid } from './find-next.ts';
import type { History } from './history.ts';
import type { Reply } from './reply.ts';
import type { Speaker } from './speaker.ts';
import type { Understander } from './understand.ts';

/** Probability from which an entry may be the reason of what was asked before. */
const REASON_SHARE = 0.15;
const ASKS_WHY = /^why\b/i;

/**
 * To someone who only asks why: what is likely to answer the question before it, asked with “why”, of the facts that are
 * asked so. Null: something else is asked, or no reason is known.
 */
export function answerWhy(
  turn: string,
  history: History,
  { base, sayOne }: { readonly base: Understander; readonly sayOne: Speaker },
): Reply | null {
  if (history.lastTurn === null || !asksWhy(turn)) return null;
  const reason = shareUnsaid(`why ${history.lastTurn}`, { history, base }).find(
    ({ entry: { kind, questions } }) =>
      kind === 'fact' && questions.some((question) => ASKS_WHY.test(question)),
  );
  if (reason === undefined || reason.share < REASON_SHARE) return null;
  return sayOne(reason.entry, history);
}
