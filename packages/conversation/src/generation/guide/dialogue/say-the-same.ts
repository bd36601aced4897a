import type { KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';
import { asksAnywhere } from '../../../retrieval/language/segments.ts';
import { toSentences } from '../../../retrieval/language/sentences.ts';
import { normalise } from '../../../retrieval/language/words.ts';
import { makesSure } from '../acts/checks.ts';
import { readCourtesy } from '../acts/courtesy.ts';
import { findObjection } from '../acts/objection.ts';
import { voicesWorry } from '../acts/worry.ts';
import { answerFor } from './answer-for.ts';
import { asksTheSame, closeness, closestSentence } from './closeness.ts';
import type { History } from './history.ts';
import * as phrases from './phrases.ts';
import { contentCount, withoutCarrying } from './readings.ts';
import { pickOne, type Reply, sayOneOf } from './reply.ts';

/** Words of content from which a remark wants an answer: “he uses a screen reader, JAWS I think”. */
const LONG_REMARK = 3;
const CONCLUDES =
  /^(?:(?:oh|ah|um|uh|ok|okay|right|well|yeah|yes|hm|and|brilliant|great|good|nice) )*so\b/;
/** “Even if the kid does not want that”, “for me or for students”, “in their language I mean” go on with a question. */
const GOES_ON =
  /^(?:(?:and|but|so|or|um|uh|well|also) )*(?:even (?:if|when|though|without|with|for)|if|unless|without|including|for (?:\w+ ){1,3}or) \w|\bi mean(?:t)?$/;
/** “Never?”, “even at home?”. */
const LEANS = /^(?:never(?: ever)?|ever|(?:(?:and|but) )?(?:not )?even \S+(?: \S+){0,4})$/;
/** “All of them or only flagged ones”, “and the other way round”: a question without its verb. */
const ASKS_SHORTLY =
  /^(?:and|or) (?:the|an?|on|in|at|for|with|without|of|after|before|during|only|just|all|every|my|our|his|her|their) |^(?:(?:so|like|is it|just|only) )*(?:all|every|any|both|only|just|each)\b(?: \S+){0,3} or (?:just|only|not|some|the)\b/;
/** “Parents can ask there”, “It is set up with your school”. */
const REFERS_BACK =
  /\b(?:ask|asks|agreed|settled|kept|go|look) there\b|^(?:it|they|those|these)\b/i;
const SAYS_WHAT_TO_DO =
  /\b(?:ask|please|tell (?:us|the|your|a)|write to|call us|book|choose|bring|agreed|put yours|have (?:it|them|the))\b/i;
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
  const objected = sayObjected(reply, turn, history);
  if (objected !== null) return objected;
  const isRemark = tellsOnly(turn) && !voicesWorry(turn);
  const isLong = contentCount(turn) >= LONG_REMARK && !isPleased(turn);
  if (isRemark && !isLong) return sayHeard(turn, history);
  if (asksTheSame(turn, history.lastTurn ?? '')) {
    const opening = pickOne(phrases.REPEAT_OPENINGS, history.replies);
    const { doubt: _, ...certain } = reply;
    return { ...certain, text: `${opening} ${reply.text}` };
  }
  return sayClosest(reply, turn, history);
}

/**
 * Of what was said already, the sentence that comes closest to what is asked now, and that it is all; that first, unless
 * the caller makes sure of it. Where none comes close, the last if it says what to do: nobody wants all of it again.
 */
export function sayClosest(reply: Reply, turn: string, history: History): Reply {
  const { isRepeat: _, ...part } = reply;
  const closest = findClosest(reply.text, turn);
  const pick = (wordings: readonly string[]) => pickOne(wordings, history.replies);
  if (closest === null) {
    const opening = pick(phrases.NO_MORE_THAN_SAID);
    const last = lastSentence(reply.text);
    return SAYS_WHAT_TO_DO.test(last)
      ? { ...part, text: `${opening} ${withoutVerdict(last)}` }
      : { text: `${opening} ${pick(phrases.ASK_ELSE)}`, entries: [], part: 'unknown' };
  }
  const text =
    makesSure(turn) || CONCLUDES.test(normalise(turn))
      ? `${closest} ${pick(phrases.SAME_POINT)}`
      : `${pick(phrases.ALL_KNOWN)} ${withoutVerdict(closest)}`;
  return { ...part, text };
}

/**
 * To someone who has done what was proposed, or holds something against what was said; null: nobody does.
 *
 * @param isUnknown of what they say nothing is known, so that no question of theirs is passed over. @default false
 */
export function sayObjected(
  reply: Reply,
  turn: string,
  history: History,
  isUnknown = false,
): Reply | null {
  const objection = findObjection(turn);
  const asksNothing = objection === 'tag' || !asksAnywhere(turn);
  const isCertain = objection === 'done' || (isUnknown && asksNothing);
  if (objection === null || !(isCertain || tellsOnly(turn))) return null;
  const { isRepeat: _, ...part } = reply;
  const wordings = objection === 'done' ? phrases.ALREADY_DONE : phrases.OBJECTED;
  const opening = pickOne(wordings, history.replies);
  // Who has done what was proposed hears what is left; a bare “no” behind a fair point would take it back.
  const said = objection === 'done' ? lastSentence(reply.text) : closestOrLast(reply.text, turn);
  return { ...part, text: `${opening} ${withoutVerdict(said)}` };
}

/** “No, nothing is stored” as “Nothing is stored”: behind an opening the one word would answer that. */
export function withoutVerdict(sentence: string): string {
  return sentence.replace(/^(?:no|yes), (\p{L})/iu, (_all, first) => first.toUpperCase());
}

/** To someone who names what was meant, where it is what was just said. */
export function sayMeantTheSame(entry: KnowledgeEntry, meant: string, history: History): Reply {
  const opening = pickOne(phrases.MEANT_THE_SAME, history.replies);
  const said = closestOrLast(answerFor(entry, history), `${history.lastTurn ?? ''} ${meant}`);
  return { text: `${opening} ${said}`, entries: [entry], part: 'answer' };
}

/** Null: no sentence comes close. */
function findClosest(text: string, turn: string): string | null {
  return closeness(text, turn) > 0 ? withReferent(closestSentence(text, turn), text) : null;
}

function closestOrLast(text: string, turn: string): string {
  return findClosest(text, turn) ?? withReferent(lastSentence(text), text);
}

/** A sentence with the one before it where it stands for something in that. */
function withReferent(sentence: string, text: string): string {
  const sentences = toSentences(text);
  const before = sentences[sentences.indexOf(sentence) - 1];
  return before !== undefined && REFERS_BACK.test(sentence) ? `${before} ${sentence}` : sentence;
}

/** An offer at the end is no part of the answer. */
function lastSentence(text: string): string {
  return toSentences(text).findLast((sentence) => !sentence.endsWith('?')) ?? text;
}

/** Whether a reply before the last one held all of it. */
export function wasSaidLately({ text, entries }: Reply, { repliesLately }: History): boolean {
  const isFact = entries.some(({ kind }) => kind === 'fact');
  return isFact && repliesLately.slice(0, -1).some((earlier) => earlier.includes(text));
}

/** Whether a reply only said again what was said before it. */
export function wasSaidAgain(last: string): boolean {
  const openings = [...phrases.ALL_KNOWN, ...phrases.NO_MORE_THAN_SAID, ...phrases.REPEAT_OPENINGS];
  return (
    phrases.SAME_POINT.some((closing) => last.endsWith(closing)) ||
    openings.some((opening) => last.startsWith(opening))
  );
}

/** To someone who takes up what was said and asks nothing. */
export function sayHeard(turn: string, history: History): Reply {
  return sayOneOf(isPleased(turn) ? phrases.PLEASED : phrases.HEARD, history);
}

const isPleased = (turn: string): boolean => PLEASED.test(normalise(turn));

/** “So even the tutor works without it” asks whether it does. */
export function tellsOnly(turn: string): boolean {
  const plain = normalise(turn);
  const asks = [CONCLUDES, GOES_ON, ASKS_SHORTLY, LEANS].some((pattern) => pattern.test(plain));
  return !asks && readCourtesy(turn)?.courtesy === 'statement';
}

/** Whether a turn only goes on with what was asked before: “even at home”, “which ones”. */
export function leansOn(turn: string): boolean {
  const plain = normalise(turn);
  return LEANS.test(plain) || contentCount(withoutCarrying(plain)) === 0;
}
