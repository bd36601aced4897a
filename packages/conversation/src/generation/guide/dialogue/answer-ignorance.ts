import { toSentences } from '../../../retrieval/language/sentences.ts';
import { blamesIgnorance, makesSureOfIgnorance, takesUpIgnorance } from '../acts/ignorance.ts';
import { answerFor } from './answer-for.ts';
import { leavesOpen } from './answer-verdict.ts';
import { findAnswered } from './find-answered.ts';
import type { History } from './history.ts';
import * as phrases from './phrases.ts';
import { pickOne, type Reply } from './reply.ts';

/** More words for what is not known. “I have no study” may be as good as a no, so these do not leave a verdict open. */
const LACKS =
  /\b(?:have|has) no\b|\bnot among the facts\b|\bnothing written\b|\bnot known to me\b/i;

/** To someone who takes up that something is not known, or minds it; null: it is known, or something else is said. */
export function answerIgnorance(turn: string, history: History): Reply | null {
  const { lastReply, isClarifying, replies } = history;
  if (lastReply === null || isClarifying) return null;
  if (!leavesOpen(lastReply) && !LACKS.test(lastReply)) return null;
  const wordings = wordingsFor(turn);
  if (wordings === null) return null;
  const opening = pickOne(wordings, replies);
  const entry = findAnswered(history);
  if (entry === null)
    return { text: `${opening} ${phrases.ASK_ELSE[0]}`, entries: [], part: 'unknown' };
  // An answer that leaves something open ends with who can tell.
  const whom = toSentences(answerFor(entry, history)).at(-1) ?? '';
  return { text: `${opening} ${whom}`, entries: [entry], part: 'answer' };
}

function wordingsFor(turn: string): readonly string[] | null {
  if (blamesIgnorance(turn)) return phrases.IGNORANCE_MINDED;
  if (makesSureOfIgnorance(turn)) return phrases.IGNORANCE_SURE;
  return takesUpIgnorance(turn) ? phrases.IGNORANCE_TAKEN_UP : null;
}
