import type { KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';
import { toSentences } from '../../../retrieval/language/sentences.ts';
import { readCorrection } from '../acts/correction.ts';
import { answerFor } from './answer-for.ts';
import { saysAsMuch } from './closeness.ts';
import type { History } from './history.ts';
import * as phrases from './phrases.ts';
import { pickOne, type Reply, withoutQuestion } from './reply.ts';
import { withoutVerdict } from './say-the-same.ts';
import { isNamedIn } from './short-answers.ts';

/** The other one is said in so many words, or in its first sentence. */
const MAX_OTHER_WORDS = 24;
/** A sentence of fewer says too little by itself: “One thing is practice.” */
const MIN_OTHER_WORDS = 9;

/** Behind an answer that may not be what was meant: what else may have been, and what is known of that, or whether it was. */
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
  const closing = nameOther(doubt.other, number, reply.text, history);
  if (closing === null) return certain;
  return { ...reply, text: `${withoutQuestion(reply.text)} ${closing}` };
}

/** Null: it is said already. */
function nameOther(
  other: KnowledgeEntry | null,
  number: number,
  said: string,
  history: History,
): string | null {
  if (other?.label === undefined) return pickOne(phrases.UNSURE_CLOSINGS, number);
  const gist = gistOf(answerFor(other, history));
  if (toSentences(said).some((sentence) => saysAsMuch(sentence, gist))) return null;
  return `${pickOne(phrases.OTHER_OPENINGS, number)}${other.label}? ${gist}`;
}

function gistOf(answer: string): string {
  const [first = answer, second = ''] = toSentences(answer);
  const both = `${first} ${second}`.trim();
  const length = (text: string) => text.split(' ').length;
  const isMore = length(both) <= MAX_OTHER_WORDS || length(first) < MIN_OTHER_WORDS;
  return withoutVerdict(isMore && !both.endsWith('?') ? both : first);
}

/** The same of the same words: whoever asks something else seldom hears the same wording. */
export function numberOf(text: string): number {
  let number = 0;
  for (const letter of text) number = (number * 31 + (letter.codePointAt(0) ?? 0)) % 9_973;
  return number;
}
