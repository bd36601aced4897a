import { toSentences } from '../../../retrieval/language/sentences.ts';
import { asksVerdict } from '../acts/verdict.ts';
import { answerFor } from './answer-for.ts';
import { findAnswered } from './find-answered.ts';
import type { History } from './history.ts';
import * as phrases from './phrases.ts';
import { pickOne, type Reply, sayOneOf } from './reply.ts';

const SAYS_YES_OR_NO = /^(?:yes|no)\b/i;
const LEAVES_OPEN =
  /\b(?:whether|(?:do|can) ?not (?:know|say|answer|promise)|know of no|not (?:been )?tested|depends|decides?|is agreed)\b/i;

/** Whether a text says that something is not known, or not settled. */
export function leavesOpen(text: string): boolean {
  return LEAVES_OPEN.test(text);
}

/** To someone who wants what was just said as a yes or a no; null: something else is asked, or may be. */
export function answerVerdict(turn: string, history: History): Reply | null {
  const { lastReply, isClarifying } = history;
  if (lastReply === null || isClarifying || !asksVerdict(turn)) return null;
  const entry = findAnswered(history);
  if (entry === null) return sayOneOf(phrases.NO_VERDICT, history, 'unknown');
  const answer = answerFor(entry, history);
  const sentences = toSentences(answer);
  const settling = sentences.find((sentence) => SAYS_YES_OR_NO.test(sentence));
  if (settling !== undefined) return { text: settling, entries: [entry], part: 'answer' };
  const isOpen = leavesOpen(answer);
  const opening = pickOne(
    isOpen ? phrases.NEITHER_YES_NOR_NO : phrases.NOT_SO_SHORT,
    history.replies,
  );
  const rest = (isOpen ? sentences.at(-1) : sentences[0]) ?? answer;
  return { text: `${opening} ${rest}`, entries: [entry], part: 'answer' };
}
