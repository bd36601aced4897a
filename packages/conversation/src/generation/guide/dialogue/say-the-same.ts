import { toSentences } from '../../../retrieval/language/sentences.ts';
import { normalise, toWords } from '../../../retrieval/language/words.ts';
import { holdsType, wantedType } from '../../../retrieval/passages/answer-type.ts';
import { readCourtesy } from '../acts/courtesy.ts';
import { answerFor } from './answer-for.ts';
import type { History } from './history.ts';
import * as phrases from './phrases.ts';
import { pickOne, type Reply, sayOneOf } from './reply.ts';

/** Share of the words of two turns that are alike where the second asks what the first did. */
const SAME_QUESTION = 0.7;
const CONCLUDES =
  /^(?:(?:oh|ah|um|uh|ok|okay|right|well|yeah|yes|hm|and|brilliant|great|good|nice) )*so\b/;
const PLEASED =
  /\b(?:nice|good|great|better|lovely|brilliant|cool|perfect|love|like|wonderful|happy|glad|helps|helpful|relief|handy|excellent|fantastic|amazing)\b/;

/**
 * Where the answer was given just before: all of it to those who ask the same again, who may not have heard it; the
 * sentence that comes closest to those who ask more; no more of it to those who ask a third time.
 */
export function sayTheSame(reply: Reply, turn: string, history: History): Reply {
  const { entries } = reply;
  if (!entries.some(({ kind }) => kind === 'fact')) return reply;
  const last = history.lastReply ?? '';
  if (wasSaidAgain(last)) return { ...sayOneOf(phrases.NO_MORE_TO_SAY, history), entries };
  if (tellsOnly(turn)) return sayHeard(turn, history);
  if (asksTheSame(turn, history.lastTurn ?? '')) {
    const opening = pickOne(phrases.REPEAT_OPENINGS, history.replies);
    return { ...reply, text: `${opening} ${reply.text}` };
  }
  return { ...reply, text: sayPoint(reply.text, turn, history) };
}

/**
 * Of an entry whose answer was just said, what comes closest to what is asked about it: the rest that is known, or the
 * sentence of before, and that this is all.
 */
export function sayRest(reply: Reply, turn: string, history: History): Reply {
  const [entry] = reply.entries;
  if (reply.isRest !== true || entry === undefined) return reply;
  const answer = answerFor(entry, history);
  if (closeness(reply.text, turn) > 0 && closeness(reply.text, turn) >= closeness(answer, turn))
    return reply;
  return { ...reply, part: 'answer', text: sayPoint(answer, turn, history) };
}

function sayPoint(text: string, turn: string, history: History): string {
  return `${closestSentence(text, turn)} ${pickOne(phrases.SAME_POINT, history.replies)}`;
}

function wasSaidAgain(last: string): boolean {
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
  return readCourtesy(turn)?.courtesy === 'statement' && !CONCLUDES.test(normalise(turn));
}

function asksTheSame(turn: string, last: string): boolean {
  const [said, before] = [conceptsOf(turn), conceptsOf(last)];
  const shared = [...said].filter((concept) => before.has(concept)).length;
  return shared > 0 && shared >= SAME_QUESTION * Math.max(said.size, before.size);
}

function closestSentence(text: string, turn: string): string {
  const sentences = toSentences(text);
  const worths = sentences.map((sentence) => worthOf(sentence, turn));
  return sentences[worths.indexOf(Math.max(...worths))] ?? text;
}

/** Of the sentence of a text that comes closest to what was asked. */
function closeness(text: string, turn: string): number {
  return Math.max(0, ...toSentences(text).map((sentence) => worthOf(sentence, turn)));
}

/** Words that it shares with a question, and whether it can hold what is asked for: a time, a sum, a place. */
function worthOf(sentence: string, turn: string): number {
  const said = conceptsOf(turn);
  const shared = [...conceptsOf(sentence)].filter((concept) => said.has(concept)).length;
  const type = wantedType(turn);
  return shared + (type === null ? 0 : holdsType(type, sentence));
}

function conceptsOf(text: string): ReadonlySet<string> {
  return new Set(
    toWords(text).flatMap(({ role, concept }) => (role === 'content' ? [concept] : [])),
  );
}
