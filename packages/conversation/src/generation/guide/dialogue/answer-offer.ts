import { readCorrection } from '../acts/correction.ts';
import { findDialogueAct } from '../acts/dialogue-act.ts';
import type { History } from './history.ts';
import * as phrases from './phrases.ts';
import { askWhich, type Reply, sayEntry, sayOneOf } from './reply.ts';
import { acceptsOffer, refusesOffer, type ShortAnswer } from './short-answers.ts';

/** To a turn that takes up the one thing that was offered, or refuses it, in whatever words; null: it does neither. */
export function answerOffer(said: string, history: History): Reply | null {
  const [first] = history.offered;
  if (first === undefined || history.offered.length > 1) return null;
  const act = findDialogueAct(said);
  // “Go ahead, but keep it short” takes it up; a cry for help or a farewell never does.
  if (act !== null && act !== 'shorter') return null;
  if (acceptsOffer(said, first)) return sayEntry(first, history);
  if (!refusesOffer(said)) return null;
  // “No, not English. They speak Polish” says what was meant.
  const meant = readCorrection(said)?.meant ?? '';
  return meant === '' ? sayOneOf(wordingsOfNo(history), history) : null;
}

/** To a turn that is nothing but an answer to what was offered. */
export function answerShort(short: ShortAnswer, history: History): Reply {
  const [first, second] = history.offered;
  if (short === 'no') return sayOneOf(wordingsOfNo(history), history);
  if (short === 'second' && second !== undefined) return sayEntry(second, history);
  if (short === 'first' && first !== undefined) return sayEntry(first, history);
  if (first === undefined) return sayOneOf(phrases.ACCEPTED, history);
  if (second === undefined) return sayEntry(first, history);
  return askWhich(history.offered, phrases.CLARIFY_AGAIN);
}

function wordingsOfNo({ isClarifying, isDoubting, offered }: History): readonly string[] {
  if (isDoubting) return offered.length > 0 ? phrases.NOT_THE_OTHER : phrases.NOT_MEANT;
  if (!isClarifying) return phrases.DECLINED;
  return offered.length > 1 ? phrases.NEITHER : phrases.NOT_MEANT;
}
