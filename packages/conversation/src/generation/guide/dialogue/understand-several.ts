import type { KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';
import { asksAnywhere, asksSomething, isLongTurn } from '../../../retrieval/language/segments.ts';
import { ONE_MORE, type Question, toQuestions } from '../acts/questions.ts';
import { type Shared, shareOut, sureShare, toEntries, type Understanding } from './decide.ts';
import { type History, withoutContext } from './history.ts';
import { type Ranked, rank } from './rank.ts';
import { contentCount, type Ranker } from './readings.ts';
import { findTopics, weighByTopic } from './turn-topics.ts';
import { weighReadings } from './weigh-readings.ts';

/** Probability from which one question of several is answered. */
const EACH_SHARE = 0.3;
/** The same once the call is under way, where more is remarked on what was said. */
const EACH_LATER_SHARE = 0.6;
/** The least for what hardly asks, or asks once more: “now anything with AI makes them nervous”. */
const PERHAPS_SHARE = 0.4;
/** From which the only question is answered: all of the turn may say it better. */
const ONLY_SHARE = 0.6;
/** The same in a short turn: all of it may say it better. */
const SHORT_SHARE = 0.65;
/** The same for what is never said as a guess. */
const SURE_SHARE = 0.55;
/** The same, with a doubt, where no question of the turn is. */
const UNSURE_SHARE = 0.35;
/** Of several answers the first are said. */
const MAX_ANSWERS = 3;
/** Those that are looked up, the last: each costs some milliseconds. */
const MAX_QUESTIONS = 6;
/** The same for two that may be one question in other words, or one that names both answers. */
const BOTH_SHARE = 0.8;
/** How much likelier the first of them must be to stand in the place of the second. */
const MUCH_LIKELIER = 0.3;
/** How much what leads up to a question, and what was asked before it, count beside its own words, which count 1. */
const WEIGHTS = { led: 0.35, behind: 0.35 };
/** The same where it leans on them. */
const LEANING_WEIGHTS = { led: 1, behind: 0.5 };
/** How much its own words count where none of them has content. */
const EMPTY_WEIGHT = 0.3;
/** Content words below which a question says little by itself. */
const FEW_WORDS = 2;
/** Probability by its own words from which nothing else is read: “I teach maths. What would a school pay?” */
const CLEAR_SHARE = 0.9;
/** The same where it points back: “I teach maths. What does it cost?” */
const CLEAR_BESIDE_SHARE = 0.93;
/** “… and has anyone tested it”: what such a question asks for is judged by itself and behind the one before it. */
const POINTS_BACK = /\b(?:it|that|this|they|them|those|these|ones?|he|she|him|her|there)\b/i;
/** Probability from which the facts of one topic answer a question together, and how likely the first of them must be. */
const TOPIC_SHARE = 0.6;
const FIRST_OF_TOPIC_SHARE = 0.25;

/**
 * What each question of a turn asks for, in the order in which they are asked: by itself, behind what leads up to
 * it, and behind the question before it. Null: the turn asks nothing, or nothing in it is clear enough.
 */
export function understandSeveral(
  turn: string,
  history: History,
  base: Ranker,
): Understanding | null {
  const all = toQuestions(turn, history.lastReply);
  const questions = all.slice(-MAX_QUESTIONS);
  const isLong = isLongTurn(turn);
  const isOnly = questions.length === 1;
  const reader: Reader = { history, base, wholeTurn: isLong ? turn : null };
  const found: KnowledgeEntry[] = [];
  let missed: Shared | null = null;
  let isMissed = all.length > questions.length;
  let before: Before | null = null;
  for (const [place, question] of questions.entries()) {
    const halves = findHalves(question, before, reader);
    if (halves !== null) {
      found.push(...halves.filter((entry) => !found.includes(entry)));
      continue;
    }
    const best = findBest(question, before, reader);
    if (best !== null && best.share >= enoughFor(question, { isLong, isOnly, history })) {
      const wanted =
        before?.place === place - 1 ? chooseAsked(question, best, before, reader) : 'both';
      if (wanted === 'first') continue;
      if (wanted === 'second' && found.at(-1) === before?.entry) found.pop();
      if (!found.includes(best.entry)) found.push(best.entry);
      before = { ...question, place, entry: best.entry, share: best.share };
    } else {
      const aboutGuide = findAboutGuide(question, reader);
      if (aboutGuide !== null) {
        if (!found.includes(aboutGuide)) found.push(aboutGuide);
        continue;
      }
      if (best !== null && best.share > (missed?.share ?? 0)) missed = best;
      if (contentCount(question.text) > 0 && isOneMore(questions, place)) isMissed = true;
    }
  }
  if (found.length > 0) {
    const entries = found.slice(0, MAX_ANSWERS);
    return toEntries(entries, isMissed || found.length > entries.length);
  }
  const isAlone = all.length > 0 && all.every(isApart);
  if (!(isLong || isAlone) || missed === null || missed.share < UNSURE_SHARE) return null;
  if (missed.entry.onlyIfSure === true) return null;
  return { kind: 'unsure', entry: missed.entry, ...(isAlone ? { isAlone } : {}) };
}

/** What reads the questions of a turn. */
interface Reader {
  readonly history: History;
  readonly base: Ranker;
  /** Null: it is too short to be about more than it asks. */
  readonly wholeTurn: string | null;
}

interface Around {
  /** Of its turn. */
  readonly isLong: boolean;
  readonly isOnly: boolean;
  readonly history: History;
}

/** Probability from which a question is answered. */
function enoughFor({ text, mayRepeat }: Question, { isLong, isOnly, history }: Around): number {
  if (!isLong) return SHORT_SHARE;
  if (isOnly) return ONLY_SHARE;
  const asks = asksAnywhere(text) && mayRepeat !== true;
  return asks ? eachShare(history) : Math.max(eachShare(history), PERHAPS_SHARE);
}

const eachShare = ({ lastTurn }: History): number =>
  lastTurn === null ? EACH_SHARE : EACH_LATER_SHARE;

/** “Do I get told, does somebody get an alert” asks one thing in two ways; “… and does somebody get an alert” asks two. */
function isOneMore(questions: readonly Question[], place: number): boolean {
  const isNew = (at: number): boolean => {
    const [before, question] = [questions[at - 1], questions[at]];
    if (before === undefined || question === undefined) return false;
    return ONE_MORE.test(question.text) || /\?\s*$/.test(before.text);
  };
  return isNew(place) || isNew(place + 1);
}

/** What is asked of the guide itself, for want of a fact: “am I talking to a real person”; null: nothing. */
function findAboutGuide(
  { text, lead }: Question,
  { history, base }: Reader,
): KnowledgeEntry | null {
  const [first] = shareOut(rank(text, withoutContext(history), base));
  const isSure = first?.entry.kind === 'small-talk' && first.share >= sureShare(first);
  // “Parents worry about screen time, what would you tell them” asks for no more of what was said.
  if (first?.entry.action === 'more' && contentCount(lead) > 0) return null;
  // Thanks and greetings answer no question.
  return isSure && asksSomething(first.entry.questions[0] ?? '') ? first.entry : null;
}

/** What the two halves of a question ask for, where each is clear by itself and they are not of one topic. */
function findHalves(
  { halves }: Question,
  before: Before | null,
  reader: Reader,
): readonly KnowledgeEntry[] | null {
  const found = (halves ?? []).flatMap((text) => {
    const best = findBest({ text, lead: '' }, before, reader);
    return best !== null && best.share >= BOTH_SHARE ? [best.entry] : [];
  });
  return new Set(found.map(({ topic }) => topic)).size === 2 ? found : null;
}

/** The last question that was understood, and what it asked for. */
interface Before extends Question, Pick<Shared, 'entry' | 'share'> {
  /** Among the questions of its turn. */
  readonly place: number;
}

/** Which of two questions wants an answer, where the second may only be the first in other words. */
function chooseAsked(
  { text, mayRepeat }: Question,
  best: Shared,
  before: Before | null,
  reader: Reader,
): 'both' | 'first' | 'second' {
  if (mayRepeat !== true || before === null || best.entry === before.entry) return 'both';
  if (Math.min(best.share, before.share) >= BOTH_SHARE) return 'both';
  const joined = { text: `${before.text} ${text}`, lead: before.lead };
  const together = findBest(joined, null, reader)?.entry;
  if (together === before.entry) return 'first';
  const isLikelier = best.share > before.share - MUCH_LIKELIER;
  return together === best.entry || isLikelier ? 'second' : 'first';
}

/** The likeliest fact by all readings of a question; null: none is likely, or nothing was learned. */
function findBest(question: Question, before: Before | null, reader: Reader): Shared | null {
  const all = shareOut(readAll(question, before, reader));
  // What is never said as a guess leaves the place to the next.
  const shares = all.filter(({ entry, share }) => !entry.onlyIfSure || share >= SURE_SHARE);
  const [first] = shares;
  if (first?.entry.kind !== 'fact') return null;
  return { ...first, share: strengthOf(shares, eachShare(reader.history)) };
}

/** A question by its own words, weighed with what leads up to it, what was asked before and what the turn is about. */
function readAll(question: Question, before: Before | null, reader: Reader): readonly Ranked[] {
  const { text, lead, condition } = question;
  const { history, base, wholeTurn } = reader;
  const alone = withoutContext(history);
  const own = rank(text, alone, base);
  const [first] = shareOut(own);
  // Where nothing was learned there is no probability.
  if (first === undefined || own[0]?.odds === undefined) return [];
  const saysNothing = contentCount(text) === 0;
  const enough = POINTS_BACK.test(text) ? CLEAR_BESIDE_SHARE : CLEAR_SHARE;
  if (first.share >= enough && !saysNothing) return own;
  const isLed = contentCount(lead) > 0 && !isApart(question);
  const behind = historyBehind(question, before, history);
  const weights = leans(text) ? LEANING_WEIGHTS : WEIGHTS;
  const weighed = weighReadings([
    { ranked: own, weight: saysNothing ? EMPTY_WEIGHT : 1 },
    ...(condition === undefined
      ? []
      : [{ ranked: rank(`${condition} ${text}`, alone, base), weight: 1 }]),
    ...(isLed ? [{ ranked: rank(`${lead} ${text}`, alone, base), weight: weights.led }] : []),
    ...(behind === null ? [] : [{ ranked: rank(text, behind, base), weight: weights.behind }]),
  ]);
  // Only for what is not clear by itself; what was looked up once is remembered.
  return wholeTurn === null ? weighed : weighByTopic(weighed, findTopics(wholeTurn, history, base));
}

/** Whether a question says little by itself: “would it be suitable”, “and how quickly”. */
function leans(text: string): boolean {
  return POINTS_BACK.test(text) || contentCount(text) < FEW_WORDS;
}

/** A question of so many words says by itself what it is about. */
const FULL_WORDS = 8;

/** “So you say when you do not know, and can I see what the pupils write”: what stands before it is another matter. */
function isApart({ text }: Question): boolean {
  const isFull = text.split(/\s+/u).length >= FULL_WORDS && contentCount(text) > 0;
  return ONE_MORE.test(text) && isFull;
}

/** Content words of what leads up to a question from which “it” is something of the same turn. */
const NAMING_WORDS = 2;

/**
 * What was said before a question: the one before it in its turn, or where it points back what was said before the
 * turn. Null: nothing.
 */
function historyBehind(
  { text, lead }: Question,
  before: Before | null,
  said: History,
): History | null {
  if (before !== null)
    return { ...withoutContext(said), subject: before.entry, lastTurn: before.text };
  const pointsToCall =
    said.subject !== null && contentCount(lead) < NAMING_WORDS && POINTS_BACK.test(text);
  return pointsToCall ? said : null;
}

/**
 * How likely the first of them is, which is likely enough where facts of its topic are likely together.
 *
 * @param enough from which a question is answered
 */
export function strengthOf([first, ...others]: readonly Shared[], enough: number): number {
  if (first === undefined) return 0;
  const isOfTopic = ({ entry }: Shared) =>
    entry.kind === 'fact' && entry.topic === first.entry.topic;
  const together = others.filter(isOfTopic).reduce((sum, { share }) => sum + share, first.share);
  const isEnough = first.share >= FIRST_OF_TOPIC_SHARE && together >= TOPIC_SHARE;
  return isEnough ? Math.max(first.share, enough) : first.share;
}
