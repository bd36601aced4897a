import { readCorrection } from '../acts/correction.ts';
import type { History } from './history.ts';
import * as phrases from './phrases.ts';
import { pickOne, type Reply, withoutQuestion } from './reply.ts';
import { isNamedIn } from './short-answers.ts';

/** Asks, behind an answer that may not be what was meant, whether it was, or whether something else was. */
export function sayDoubt(turn: string, reply: Reply, history: History): Reply {
  const { doubt, ...certain } = reply;
  const [entry] = reply.entries;
  // Nobody is asked at each turn whether they are content.
  if (doubt === undefined || history.isDoubting || history.isClarifying) return certain;
  // What was just said, or put right, is not asked about.
  const isSaid = history.lastSaid.some((said) => said.entry === doubt.other);
  if (isSaid || (history.lastReply !== null && readCorrection(turn) !== null)) return certain;
  // Nobody who names a subject is asked whether they mean it, where nothing else may be meant.
  if (doubt.other === null && isNamedIn(turn, entry?.label ?? '')) return certain;
  const number = numberOf(turn) + history.replies;
  const closing =
    doubt.other?.label === undefined
      ? pickOne(phrases.UNSURE_CLOSINGS, number)
      : `${pickOne(phrases.OTHER_OPENINGS, number)}${doubt.other.label}?`;
  return { ...reply, text: `${withoutQuestion(reply.text)} ${closing}` };
}

/** The same of the same words: whoever asks something else seldom hears the same wording. */
export function numberOf(text: string): number {
  let number = 0;
  for (const letter of text) number = (number * 31 + (letter.codePointAt(0) ?? 0)) % 9_973;
  return number;
}
