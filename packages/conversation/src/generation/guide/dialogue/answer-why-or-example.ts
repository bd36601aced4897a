import { asksExample } from '../acts/example.ts';
import { asksWhy } from '../acts/why.ts';
import { findAnswered } from './find-answered.ts';
import { shareUnsaid } from './find-next.ts';
import type { History } from './history.ts';
import type { Reply } from './reply.ts';
import type { Speaker } from './speaker.ts';
import type { Understander } from './understand.ts';

/** Probability from which an entry may be the reason of what was asked before. */
const REASON_SHARE = 0.15;
const ASKS_WHY = /^why\b/i;
/** Probability from which an entry may have examples of what was said. */
const EXAMPLE_SHARE = 0.3;
const ASKS_EXAMPLE = /\bexamples?\b/i;

interface Known {
  readonly base: Understander;
  readonly sayOne: Speaker;
}

/**
 * To someone who only asks why: what is likely to answer the question before it, asked with “why”, of the facts that are
 * asked so. Null: something else is asked, or no reason is known.
 */
export function answerWhy(turn: string, history: History, known: Known): Reply | null {
  if (history.lastTurn === null || !asksWhy(turn)) return null;
  const found = { isAsked: ASKS_WHY, enough: REASON_SHARE };
  return answerAsked(`why ${history.lastTurn}`, found, history, known);
}

/** To someone who only asks for an example of what was just said; null: something else is asked, or none is known of. */
export function answerExample(turn: string, history: History, known: Known): Reply | null {
  const label = asksExample(turn) ? findAnswered(history)?.label : undefined;
  if (label === undefined) return null;
  const found = { isAsked: ASKS_EXAMPLE, enough: EXAMPLE_SHARE };
  return answerAsked(`an example of ${label}`, found, history, known);
}

interface Sought {
  /** How facts are asked for that may be the answer. */
  readonly isAsked: RegExp;
  /** How likely one of them must be. */
  readonly enough: number;
}

function answerAsked(
  question: string,
  { isAsked, enough }: Sought,
  history: History,
  { base, sayOne }: Known,
): Reply | null {
  const found = shareUnsaid(question, { history, base }).find(
    ({ entry: { kind, questions } }) =>
      kind === 'fact' && questions.some((asked) => isAsked.test(asked)),
  );
  return found === undefined || found.share < enough ? null : sayOne(found.entry, history);
}
