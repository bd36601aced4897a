import { toSentences } from '../../../retrieval/language/sentences.ts';
import { normalise } from '../../../retrieval/language/words.ts';
import { readCourtesy } from '../acts/courtesy.ts';
import { voicesWorry } from '../acts/worry.ts';
import { asksTheSame, closeness, closestSentence } from './closeness.ts';
import type { History } from './history.ts';
import * as phrases from './phrases.ts';
import { pickOne, type Reply, sayOneOf } from './reply.ts';

const CONCLUDES =
  /^(?:(?:oh|ah|um|uh|ok|okay|right|well|yeah|yes|hm|and|brilliant|great|good|nice) )*so\b/;
/** “Even if the kid does not want that”, “for me or for students”, “in their language I mean” go on with a question. */
const GOES_ON =
  /^(?:(?:and|but|so|or|um|uh|well|also) )*(?:even (?:if|when|though|without|with|for)|if|unless|without|including|for (?:\w+ ){1,3}or) \w|\bi mean(?:t)?$/;
const PLEASED =
  /\b(?:nice|good|great|better|lovely|brilliant|cool|perfect|(?:i|we|they|he|she)(?: \w+)? (?:loves?|likes?)|wonderful|happy|glad|helps|helpful|relief|handy|excellent|fantastic|amazing)\b/;

/**
 * Where the answer was given just before: all of it to those who ask the same again, who may not have heard it; the
 * sentence that comes closest to those who ask more; no more of it to those who ask a third time.
 */
export function sayTheSame(reply: Reply, turn: string, history: History): Reply {
  const { entries } = reply;
  if (!entries.some(({ kind }) => kind === 'fact')) return reply;
  const last = history.lastReply ?? '';
  if (wasSaidAgain(last)) return { ...sayOneOf(phrases.NO_MORE_TO_SAY, history), entries };
  if (tellsOnly(turn) && !voicesWorry(turn)) return sayHeard(turn, history);
  if (asksTheSame(turn, history.lastTurn ?? '')) {
    const opening = pickOne(phrases.REPEAT_OPENINGS, history.replies);
    const { doubt: _, ...certain } = reply;
    return { ...certain, text: `${opening} ${reply.text}` };
  }
  return sayClosest(reply, turn, history);
}

/**
 * Of what was said already, the sentence that comes closest to what is asked now, and that it is all. Where none does,
 * the last, which mostly says what to do.
 */
export function sayClosest(reply: Reply, turn: string, history: History): Reply {
  const { isRepeat: _, ...part } = reply;
  const closing = pickOne(phrases.SAME_POINT, history.replies);
  const isClose = closeness(reply.text, turn) > 0;
  const last = toSentences(reply.text).at(-1) ?? reply.text;
  return { ...part, text: `${isClose ? closestSentence(reply.text, turn) : last} ${closing}` };
}

/** Whether a reply before the last one held all of it. */
export function wasSaidLately({ text, entries }: Reply, { repliesLately }: History): boolean {
  const isFact = entries.some(({ kind }) => kind === 'fact');
  return isFact && repliesLately.slice(0, -1).some((earlier) => earlier.includes(text));
}

/** Whether a reply only said again what was said before it. */
export function wasSaidAgain(last: string): boolean {
  return (
    phrases.SAME_POINT.some((closing) => last.endsWith(closing)) ||
    phrases.REPEAT_OPENINGS.some((opening) => last.startsWith(opening))
  );
}

/** To someone who takes up what was said and asks nothing. */
export function sayHeard(turn: string, history: History): Reply {
  return sayOneOf(PLEASED.test(normalise(turn)) ? phrases.PLEASED : phrases.HEARD, history);
}

/** “So even the tutor works without it” asks whether it does. */
export function tellsOnly(turn: string): boolean {
  const plain = normalise(turn);
  const asks = CONCLUDES.test(plain) || GOES_ON.test(plain);
  return !asks && readCourtesy(turn)?.courtesy === 'statement';
}
