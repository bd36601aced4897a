import type { KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';
import { asksSomething, toStatements } from '../../../retrieval/language/segments.ts';
import { readCorrection } from '../acts/correction.ts';
import { isUpset, readCourtesy } from '../acts/courtesy.ts';
import { criesForHelp } from '../acts/dialogue-act.ts';
import { tellsOfDistress } from '../acts/distress.ts';
import { plainWords } from '../acts/plain-words.ts';
import { blamesRepetition } from '../acts/repetition.ts';
import { findAnswered } from './find-answered.ts';
import type { History } from './history.ts';
import * as phrases from './phrases.ts';
import { sayCorrected } from './react.ts';
import { askWhich, isAnswer, pickOne, type Reply, sayOneOf } from './reply.ts';
import { sayClosest, sayMeantTheSame, wasSaidAgain, wasSaidLately } from './say-the-same.ts';

/** In fewer words than these nothing is asked beside a complaint. */
const MIN_ASKED_WORDS = 4;
/** In more words more than a name is said. */
const MAX_NAME_WORDS = 6;
/** “Just the AI Tutor”, “for the teachers”. */
const ONLY_NAMES =
  /^(?:just|only|for|with|in) (?:the |my |our |your )?[\w'-]+(?: [\w'-]+){0,2}[.!]*$/i;
/** “I did not ask what it costs, I asked about the tutor” takes the question back. */
const TAKES_BACK = /\bask(?:ed|ing)?\b/i;
/** Who was understood, and wants more than is known, did not mean anything else. */
const NO_ANSWER = /\b(?:no|not (?:(?:really|much of|even) )*an?) answer\b/;
const POINTS_BACK = /\b(?:it|that|this|they|them)\b/i;

/** Said behind that one is in trouble, whom to tell it, or that it is not so bad. */
const STILL_ABOUT_IT =
  /\b(?:tell(?:ing)?(?! me\b| us\b)|talk to (?:my|him|her|them|any\w*|some\w*)|big thing|(?:not|n't) (?:that|so) bad|scared|afraid|ashamed|embarrass\w*|nobody|no one|alone)\b/i;

/** To a child in trouble; null: it tells of none, or of a crisis, which has words of its own. */
export function answerDistress(
  said: string,
  history: History,
  isKnown: () => boolean,
): Reply | null {
  if (criesForHelp(said)) return null;
  const isTold = [...phrases.DISTRESSED, ...phrases.STILL_DISTRESSED].some((text) =>
    history.repliesLately.includes(text),
  );
  if (isTold && STILL_ABOUT_IT.test(said)) return sayOneOf(phrases.STILL_DISTRESSED, history);
  return tellsOfDistress(said) && !isKnown() ? sayOneOf(phrases.DISTRESSED, history) : null;
}

export interface CorrectedOptions {
  readonly answer: (meant: string, history: History) => Reply;
  readonly namesTopic: (text: string) => boolean;
  /** What a question asks for of the topic that is named; null: nothing that is known. */
  readonly answerOf: (name: string, question: string, history: History) => Reply | null;
}

/** To a caller who was misunderstood, and is not given the same again; null: nothing is put right. */
export function answerCorrected(
  said: string,
  history: History,
  options: CorrectedOptions,
): Reply | null {
  // Once: what was meant is looked up, whatever it begins with.
  if (history.lastReply === null || history.rejected !== undefined) return null;
  const correction = readCorrection(said);
  // A caller who is upset is heard first.
  if (correction === null || isUpset(correction.meant)) return null;
  const { meant } = correction;
  if (meant === '') return sayOneOf(phrases.NOT_MEANT, history);
  const rejected = new Set(history.lastSaid.map(({ entry }) => entry.id));
  const offered = history.offered.length > 0 ? history.offered : history.offeredBefore;
  const corrected = { ...history, offered, rejected };
  const named =
    history.lastTurn === null || TAKES_BACK.test(said)
      ? null
      : options.answerOf(meant, history.lastTurn, corrected);
  const [same] = named?.entries.filter(({ id }) => rejected.has(id)) ?? [];
  if (same !== undefined) return sayMeantTheSame(same, meant, history);
  const reply = named ?? answerMeant(meant, corrected, options);
  const isRepeat = reply.isRepeat === true && reply.entries[0]?.kind === 'fact';
  if (!isRepeat && !wasSaidLately(reply, history)) return sayCorrected(reply, history);
  return wasSaidAgain(history.lastReply)
    ? sayOneOf(phrases.NO_MORE_TO_SAY, history)
    : sayClosest(reply, meant, history);
}

/** What was meant; behind the turn before where it says only what was missed there, or names a part: “no, just the AI”. */
function answerMeant(
  meant: string,
  corrected: History & { readonly rejected: ReadonlySet<string> },
  { answer, namesTopic }: CorrectedOptions,
): Reply {
  const { lastTurn } = corrected;
  const alone = answerNamed(meant, corrected, answer) ?? answer(meant, corrected);
  // “No, I mean until they are using it” tells nothing to be only heard.
  const isLost = alone.part === 'unknown' || (alone.part === 'talk' && alone.entries.length === 0);
  const isTopic = namesTopic(meant) && !TAKES_BACK.test(corrected.turn);
  if (lastTurn === null || !(isLost || isTopic || ONLY_NAMES.test(meant))) return alone;
  const together = answer(`${lastTurn} ${meant}`, corrected);
  const isRefused = together.entries.some(({ id }) => corrected.rejected.has(id));
  // What was said of the whole holds of the part that is named, where nothing is known of that alone.
  return isAnswer(together) && (isLost || isTopic || !isRefused) ? together : alone;
}

/** “I meant the mood tracker. A boy was sad last week. Would it help with that?” Null: nothing is named before “it”. */
function answerNamed(
  meant: string,
  corrected: History,
  answer: (meant: string, history: History) => Reply,
): Reply | null {
  const [name = '', ...others] = toStatements(meant);
  const [asked = ''] = others.slice(-1);
  const isNamed = name.split(/\s+/).length <= MAX_NAME_WORDS && !asksSomething(name);
  if (!isNamed || !POINTS_BACK.test(asked) || !asksSomething(asked)) return null;
  const named = answer(name, corrected);
  const [subject] = named.entries;
  if (subject?.kind !== 'fact') return null;
  const reply = answer(asked, { ...corrected, subject, lastTurn: name, offered: [] });
  // Of what was meant at least something is known.
  return isAnswer(reply) ? reply : named;
}

export interface ComplaintOptions {
  readonly answer: (rest: string) => Reply;
  /** What else the turn before may have asked for; null: nothing is likely. */
  readonly findNext: (question: string) => KnowledgeEntry | null;
}

/** To a complaint: what is asked besides, or what else may have been meant; null: nothing that is known. */
export function answerComplaint(
  said: string,
  history: History,
  { answer, findNext }: ComplaintOptions,
): Reply | null {
  const complaint = readCourtesy(said);
  if (complaint?.courtesy !== 'complaint') return null;
  if (blamesRepetition(said)) return null;
  if (complaint.rest.split(/\s+/).length < MIN_ASKED_WORDS)
    return NO_ANSWER.test(plainWords(said)) ? null : guessMeant(history, findNext);
  const reply = answer(complaint.rest);
  return isAnswer(reply) ? sayCorrected(reply, history) : null;
}

/** To someone who was not answered: what else they may have asked for. */
function guessMeant(history: History, findNext: ComplaintOptions['findNext']): Reply | null {
  const { lastTurn, isClarifying } = history;
  if (lastTurn === null || isClarifying || findAnswered(history) === null) return null;
  const next = findNext(lastTurn);
  if (next === null) return null;
  const reply = askWhich([next], phrases.MEANT_OPENINGS[0]);
  return { ...reply, text: `${pickOne(phrases.UNANSWERED, history.replies)} ${reply.text}` };
}
