import type { KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';
import { asksSomething, isLongTurn } from '../../../retrieval/language/segments.ts';
import { ONE_MORE, type Question, toQuestions } from '../acts/questions.ts';
import { type Shared, shareOut, sureShare, toEntries, type Understanding } from './decide.ts';
import { type History, withoutContext } from './history.ts';
import { type Ranked, rank } from './rank.ts';
import { contentCount, type Ranker } from './readings.ts';
import { weighBoth } from './weigh-both.ts';

/** Probability from which one question of several is answered. */
const EACH_SHARE = 0.4;
/** The same once the call is under way, where more is remarked on what was said. */
const EACH_LATER_SHARE = 0.6;
/** Probability from which a question is understood by itself: what leads up to it would only hide it. */
const PLAIN_SHARE = 0.6;
/** The same for the only one: all of the turn may say it better. */
const ONLY_SHARE = 0.5;
/** The same for what is never said as a guess, and in a short turn: all of it may say it better. */
const SURE_SHARE = 0.65;
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
/** Content words of what leads up to a question, up to which they belong to it: “I teach PE, is it any use to me”. */
const SHORT_LEAD = 4;
/** How much the words of such a question count beside those with what leads up to it. */
const OWN_SHARE = 0.65;
/** The same where they lean on that. */
const LEANING_SHARE = 0.5;
/** Content words below which a question says little by itself. */
const FEW_WORDS = 2;
/** Probability by its own words from which who asks it changes nothing: “I teach maths. What does it cost?” */
const CLEAR_SHARE = 0.85;
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
  const enoughOfLong = questions.length > 1 ? eachShare(history) : ONLY_SHARE;
  const enough = isLong ? enoughOfLong : SURE_SHARE;
  const found: KnowledgeEntry[] = [];
  let missed: Shared | null = null;
  let isMissed = all.length > questions.length;
  let before: Before | null = null;
  for (const [place, question] of questions.entries()) {
    const halves = findHalves(question, before, history, base);
    if (halves !== null) {
      found.push(...halves.filter((entry) => !found.includes(entry)));
      continue;
    }
    const best = findBest(question, before, history, base);
    if (best !== null && best.share >= (best.entry.onlyIfSure ? SURE_SHARE : enough)) {
      const wanted =
        before?.place === place - 1 ? chooseAsked(question, best, before, history, base) : 'both';
      if (wanted === 'first') continue;
      if (wanted === 'second' && found.at(-1) === before?.entry) found.pop();
      if (!found.includes(best.entry)) found.push(best.entry);
      before = { ...question, place, entry: best.entry, share: best.share };
    } else {
      const aboutGuide = findAboutGuide(question, history, base);
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
  history: History,
  base: Ranker,
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
  history: History,
  base: Ranker,
): readonly KnowledgeEntry[] | null {
  const found = (halves ?? []).flatMap((text) => {
    const best = findBest({ text, lead: '' }, before, history, base);
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
  history: History,
  base: Ranker,
): 'both' | 'first' | 'second' {
  if (mayRepeat !== true || before === null || best.entry === before.entry) return 'both';
  if (Math.min(best.share, before.share) >= BOTH_SHARE) return 'both';
  const joined = { text: `${before.text} ${text}`, lead: before.lead };
  const together = findBest(joined, null, history, base)?.entry;
  if (together === before.entry) return 'first';
  const isLikelier = best.share > before.share - MUCH_LIKELIER;
  return together === best.entry || isLikelier ? 'second' : 'first';
}

/** The likeliest fact of all readings of a question; null: none of them finds one. */
function findBest(
  question: Question,
  before: Before | null,
  said: History,
  base: Ranker,
): Shared | null {
  const { text } = question;
  const readBehind = createReadingBehind(question, before, said, base);
  const readings = [
    ...createReadings(question, withoutContext(said), base),
    // What was said before the turn only makes another reading more likely or less.
    ...(readBehind === null || before === null ? [] : [readBehind]),
  ];
  // “Does he have to do it” says nothing by itself, however sure it seems.
  const enough = contentCount(text) === 0 ? 1 : PLAIN_SHARE;
  let best: Shared | null = null;
  for (const read of readings) {
    if (best !== null && best.share >= enough) break;
    const ranked = read();
    // Where nothing was learned there is no probability.
    if (ranked[0]?.odds === undefined) continue;
    const isBehind = read === readBehind;
    // What the question before asked for is not asked for again.
    const shares = shareOut(ranked).filter(({ entry }) => !isBehind || entry !== before?.entry);
    const [first] = shares;
    if (first?.entry.kind !== 'fact') continue;
    const strength = strengthOf(shares, eachShare(said));
    const share =
      readBehind !== null && !isBehind && leans(text)
        ? (strength + shareOf(first.entry, readBehind())) / 2
        : strength;
    if (share > (best?.share ?? 0)) best = { ...first, share };
  }
  return best;
}

/** A question by its own words, weighed with what shortly leads up to it, and behind that. */
function createReadings(
  question: Question,
  alone: History,
  base: Ranker,
): readonly (() => readonly Ranked[])[] {
  const { text, lead } = question;
  const readOwn = (): Ranked[] => rank(text, alone, base);
  if (lead === '' || isApart(question)) return [readOwn];
  const readLed = once(() => rank(`${lead} ${text}`, alone, base));
  const readBoth = (): Ranked[] => {
    const own = readOwn();
    const [first] = shareOut(own);
    const isClear = own[0]?.odds === undefined || (first?.share ?? 0) >= CLEAR_SHARE;
    return isClear ? own : weighBoth(own, readLed(), leans(text) ? LEANING_SHARE : OWN_SHARE);
  };
  return [contentCount(lead) <= SHORT_LEAD ? readBoth : readOwn, readLed];
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
 * A question behind the one before it in its turn, or one that points back behind what was said before the turn. Null:
 * there is nothing before it.
 */
function createReadingBehind(
  { text, lead }: Question,
  before: Before | null,
  said: History,
  base: Ranker,
): (() => Ranked[]) | null {
  const pointsToCall =
    said.subject !== null && contentCount(lead) < NAMING_WORDS && POINTS_BACK.test(text);
  if (before === null && !pointsToCall) return null;
  const behind =
    before === null
      ? said
      : { ...withoutContext(said), subject: before.entry, lastTurn: before.text };
  return once(() => rank(text, behind, base));
}

/** Ranks when it is read first: a reading weighs on others as well. */
function once(read: () => Ranked[]): () => Ranked[] {
  let ranked: Ranked[] | null = null;
  return () => {
    ranked ??= read();
    return ranked;
  };
}

const shareOf = (entry: KnowledgeEntry, ranked: readonly Ranked[]): number =>
  shareOut(ranked).find((other) => other.entry === entry)?.share ?? 0;

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
