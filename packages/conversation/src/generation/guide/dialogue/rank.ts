import type { FindMeanings, Match } from '../../../retrieval/entries/entry-retriever.ts';
import type { KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';
import { withoutOpening } from '../../../retrieval/language/segments.ts';
import { normalise, toWords } from '../../../retrieval/language/words.ts';
import type { Retriever } from '../../../retrieval/scoring/retriever.ts';
import { canBeAsked } from './can-be-asked.ts';
import type { History } from './history.ts';

interface Bonus {
  readonly sameTopic: number;
  /** The same, once more, where the question points back: "it", "that". */
  readonly pointsBack: number;
  /** A caller who only names a subject wants to know what it is. */
  readonly overview: number;
  /** A turn that is nothing but a name: "and students?". */
  readonly named: number;
  readonly offered: number;
  /** Of what the caller has just said they did not mean. */
  readonly rejected: number;
}

/** Added to a score. */
const BONUS: Bonus = {
  sameTopic: 0.06,
  pointsBack: 0,
  overview: 0.023,
  named: 0,
  offered: 0.15,
  rejected: -0.1,
};
/** Added to the logarithm of the odds. */
const ODDS_BONUS: Bonus = {
  sameTopic: 0.5,
  pointsBack: 0.5,
  overview: 0.2,
  named: 1,
  offered: 1.5,
  rejected: -1.5,
};
/** Of the odds that what was filled in gives an entry alone, what is taken off: a subject's name, or the last turn. */
const FILLED_SHARE = 0.5;

const POINTS_BACK = /\b(?:it|its|that|this|they|them|their|those|these|one|there)\b/;
const CARRIES_ON = /^(?:(?:and|what about|how about|but|also|or)\b\s*)+/;
const BEFORE_NAME = /^(?:(?:for|about|with|the|a|an|my|our|your)\s+)+/;
const MAX_SHORT_TURN = 4;
/** "Not you, the tutor": what is meant stands behind what is not. */
const CORRECTS =
  /^(?:(?:no|sorry|oh|well|um|uh)[\s,.]+)*not (?:[\w'-]+ ){0,3}?[\w'-]+[,.]\s+(?:(?:but|i mean(?:t)?)\s+)?(?=\S)/i;

export interface Ranker {
  readonly retriever: Retriever<Match>;
  readonly oddsByName: (name: string) => NameOdds;
  readonly entries: ReadonlyMap<string, KnowledgeEntry>;
  /** The name of a topic, which replaces "it". */
  readonly topics: ReadonlyMap<string, string>;
}

export interface Ranked extends Match {
  /** The turn may say only a part of what it asks: it was read with what was said before, and alone. */
  readonly leans?: true;
  /** Found only with what was said before. */
  readonly filled?: true;
}

const corrected = (turn: string): string => turn.replace(CORRECTS, '');

export function rank(segment: string, history: History, base: Ranker): Ranked[] {
  const question = withoutOpening(corrected(segment));
  const leans = history.lastTurn !== null && leansOnLast(question);
  const best = new Map<string, Ranked>();
  const take = (matches: readonly Ranked[]) => {
    for (const match of matches) {
      if (isAct(match.entry) || isFilledCourtesy(match)) continue;
      const better = addBonus(leans ? { ...match, leans } : match);
      const known = best.get(match.entry.id);
      if (known === undefined || rankOf(better) > rankOf(known)) best.set(match.entry.id, better);
    }
  };
  const offered = new Set(history.offered.map((entry) => entry.id));
  const carried = history.subject === null ? null : carryOver(question, history.subject, base);
  const topic = carried === null ? undefined : history.subject?.topic;
  const pointsBack = POINTS_BACK.test(normalise(question));
  const addBonus = (match: Ranked): Ranked => {
    const { entry } = match;
    const wasOffered = offered.size > 1 && offered.has(entry.id);
    const isOverview = canBeAsked(entry) && base.topics.get(entry.topic) === entry.label;
    const isSameTopic = entry.topic === topic;
    const isRejected = history.rejected?.has(entry.id) === true;
    const bonus = (by: Bonus) =>
      (wasOffered ? by.offered : 0) +
      (isOverview ? by.overview : 0) +
      (isOverview && names(question, entry) ? by.named : 0) +
      (isRejected ? by.rejected : 0) +
      (isSameTopic ? by.sameTopic : 0) +
      (isSameTopic && pointsBack ? by.pointsBack : 0);
    return match.odds === undefined
      ? { entry, score: match.score + bonus(BONUS) }
      : { ...match, odds: match.odds + bonus(ODDS_BONUS) };
  };
  take(base.retriever.search(question));
  if (carried !== null && history.subject !== null)
    take(withoutName(base.retriever.search(carried), history.subject, base));
  // Where "it" stands for the subject, the name in its place says it better.
  if (leans && history.lastTurn !== null && !(pointsBack && carried !== null))
    take(withLastTurn(question, withoutOpening(history.lastTurn), base));
  return [...best.values()].sort((left, right) => rankOf(right) - rankOf(left));
}

/**
 * What a subject's name alone says for an entry was not said by the caller, where it was only filled in: otherwise
 * whatever is asked about the subject is answered with what the subject is.
 */
function withoutName(
  matches: readonly Match[],
  subject: KnowledgeEntry,
  { oddsByName, topics }: Ranker,
): Ranked[] {
  if (matches[0]?.odds === undefined) return [...matches];
  const byName = oddsByName(topics.get(subject.topic) ?? '');
  return matches.map(({ odds = 0, ...match }) => ({
    ...match,
    odds: odds - FILLED_SHARE * (byName.get(match.entry.id) ?? 0),
    filled: true,
  }));
}

/** Together with the turn before: "how long is that?" and then "with a person or with you?" is about one thing. */
function withLastTurn(question: string, last: string, { retriever }: Ranker): Ranked[] {
  const together = retriever.search(`${last} ${question}`);
  if (together[0]?.odds === undefined) return [];
  const alone = new Map(retriever.search(last).map(({ entry, odds = 0 }) => [entry.id, odds]));
  return together.map(({ odds = 0, ...match }) => ({
    ...match,
    odds: odds - FILLED_SHARE * Math.max(0, alone.get(match.entry.id) ?? 0),
    filled: true,
  }));
}

/** By the id of an entry: the odds that a name alone gives it. */
type NameOdds = ReadonlyMap<string, number>;

/** A knowledge base has few names, and each is filled in often: they are looked up once by words, once by meaning. */
export function createNameOdds(
  retriever: Retriever<Match>,
  findMeanings: FindMeanings,
): (name: string) => NameOdds {
  const known = { words: new Map<string, NameOdds>(), meaning: new Map<string, NameOdds>() };
  return (name) => {
    const meanings = findMeanings();
    const names = meanings === null ? known.words : known.meaning;
    const found = names.get(name);
    if (found !== undefined) return found;
    const odds = new Map(
      retriever.search(name).map(({ entry, odds = 0 }) => [entry.id, Math.max(0, odds)]),
    );
    if (meanings === null || meanings.of(name) !== null) names.set(name, odds);
    return odds;
  };
}

const rankOf = ({ score, odds }: Match): number => odds ?? score;

/** The question with the subject of the conversation filled in where it refers to it. */
function carryOver(question: string, subject: KnowledgeEntry, base: Ranker): string | null {
  const plain = normalise(question);
  const name = base.topics.get(subject.topic);
  if (name === undefined) return null;
  if (POINTS_BACK.test(plain)) return plain.replace(POINTS_BACK, name);
  const rest = plain.replace(CARRIES_ON, '');
  const few = countContent(rest);
  return rest !== plain || (few > 0 && few < MAX_SHORT_TURN) ? `${rest} ${name}` : null;
}

/** Whether a turn may say only a part of what it asks. */
function leansOnLast(question: string): boolean {
  const plain = normalise(question);
  return POINTS_BACK.test(plain) || CARRIES_ON.test(plain) || countContent(plain) < MAX_SHORT_TURN;
}

/** Whether a turn says nothing but words of an entry's name: "and for students?". */
function names(question: string, { label = '' }: KnowledgeEntry): boolean {
  const said = toWords(normalise(question).replace(CARRIES_ON, '').replace(BEFORE_NAME, ''));
  const name = new Set(toWords(label).map(({ concept }) => concept));
  return (
    said.length > 0 && said.every(({ role, concept }) => role === 'content' && name.has(concept))
  );
}

const countContent = (plain: string): number =>
  toWords(plain).filter((word) => word.role === 'content').length;

/** A courtesy answers what was said, never what was said before. */
function isFilledCourtesy({ entry, filled }: Ranked): boolean {
  return filled === true && entry.kind === 'small-talk';
}

/** Said to a whole turn of its kind, never because some words are alike. */
function isAct({ action }: KnowledgeEntry): boolean {
  return action === 'farewell' || action === 'crisis';
}
