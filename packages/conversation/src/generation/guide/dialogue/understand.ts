import type { FindMeanings, Match } from '../../../retrieval/entries/entry-retriever.ts';
import type { KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';
import {
  toClauses,
  toSegments,
  toStatements,
  withoutOpening,
} from '../../../retrieval/language/segments.ts';
import { normalise, toWords } from '../../../retrieval/language/words.ts';
import type { Retriever } from '../../../retrieval/scoring/retriever.ts';
import { canBeAsked } from './can-be-asked.ts';
import type { History } from './history.ts';

/** What a turn asks for. */
export type Understanding =
  | { readonly kind: 'entries'; readonly entries: readonly KnowledgeEntry[] }
  | { readonly kind: 'unclear'; readonly between: readonly KnowledgeEntry[] }
  | {
      readonly kind: 'unknown' /** What comes closest, if anything does. */;
      readonly near: KnowledgeEntry | null;
    };

export interface Thresholds {
  /** Score from which an entry is the answer. */
  readonly accept: number;
  /** Score from which it is worth asking whether the entry was meant. */
  readonly ask: number;
  /** Lead over the second entry that a barely sufficient first needs. */
  readonly margin: number;
}

export const DEFAULT_THRESHOLDS: Thresholds = { accept: 0.55, ask: 0.53, margin: 0.02 };

interface Bonus {
  readonly sameTopic: number;
  /** The same, once more, where the question points back: "it", "that". */
  readonly pointsBack: number;
  /** A caller who only names a subject wants to know what it is. */
  readonly overview: number;
  readonly offered: number;
}

/** Added to a score. */
const BONUS: Bonus = { sameTopic: 0.06, pointsBack: 0, overview: 0.023, offered: 0.15 };
/** Added to the logarithm of the odds. */
const ODDS_BONUS: Bonus = { sameTopic: 0.5, pointsBack: 0.5, overview: 0.2, offered: 1.5 };
/** Probability from which an entry is the answer. */
const ACCEPTED_SHARE = 0.33;
/** The same where its words alone would do, which misheard words make doubtful. */
const ACCEPTED_BY_WORDS_SHARE = 0.2;
/** The same where what it is about was not said but filled in: a subject that is near many facts. */
const ACCEPTED_CARRIED_SHARE = 0.5;
/** How much likelier than the entry it may be, as a factor, that nothing answers. */
const NONE_FACTOR = 1.5;
/** How likely, beside nothing, an entry is to come close to what was asked. */
const NEAR_SHARE = 0.4;
/** Of the odds that a subject's name alone gives an entry, what is taken off where the name was only filled in. */
const NAME_SHARE = 0.5;

/** Odds from which a clause of a long turn is answered: it was said beside the question, or is it. */
const CLEAR_ODDS = 1;
const UNKNOWN: Understanding = { kind: 'unknown', near: null };

/** Score from which a match stands, however close the next one is. */
const CERTAIN = 0.56;
const MAX_ANSWERS = 2;
const POINTS_BACK = /\b(?:it|its|that|this|they|them|their|those|these|one|there)\b/;
const CARRIES_ON = /^(?:(?:and|what about|how about|but|also|or)\b\s*)+/;
const MAX_SHORT_TURN = 4;

export interface Understander {
  readonly retriever: Retriever<Match>;
  readonly oddsByName: (name: string) => NameOdds;
  readonly entries: ReadonlyMap<string, KnowledgeEntry>;
  /** The name of a topic, which replaces "it". */
  readonly topics: ReadonlyMap<string, string>;
  readonly thresholds: Thresholds;
}

/** Finds what was asked. An urgent entry is answered before anything else. */
export function understand(turn: string, history: History, base: Understander): Understanding {
  const urgent = findUrgent(turn, base.entries);
  if (urgent !== null) return { kind: 'entries', entries: [urgent] };
  const asked = findInClauses(turn, history, base);
  if (asked.length > 0) return { kind: 'entries', entries: asked };
  const whole = decide(rank(turn, history, base), base.thresholds);
  let segments = toSegments(turn);
  // The words that lead up to a question may also hide it.
  if (segments.length < 2 && whole.kind !== 'entries') segments = toStatements(turn);
  if (segments.length < 2) return whole;
  const parts: KnowledgeEntry[] = [];
  let subject = history.subject;
  for (const segment of segments) {
    const found = decide(rank(segment, { ...history, subject }, base), base.thresholds);
    if (found.kind !== 'entries') continue;
    parts.push(...found.entries);
    subject = found.entries.find((entry) => entry.kind === 'fact') ?? subject;
  }
  return parts.length === 0 ? whole : { kind: 'entries', entries: chooseParts(parts) };
}

/** What the clauses of a long turn ask for most clearly, in the order in which it was asked. */
function findInClauses(turn: string, history: History, base: Understander): KnowledgeEntry[] {
  const clauses = toClauses(turn);
  const parts = [...clauses, ...clauses.slice(1).map((text, index) => `${clauses[index]} ${text}`)];
  const found = new Map<KnowledgeEntry, { readonly odds: number; readonly place: number }>();
  for (const [index, clause] of parts.entries()) {
    const [first] = rank(clause, { ...history, subject: null, offered: [] }, base);
    const odds = first?.odds ?? 0;
    if (first?.entry.kind !== 'fact' || odds < CLEAR_ODDS) continue;
    if (odds > (found.get(first.entry)?.odds ?? 0))
      found.set(first.entry, { odds, place: index % clauses.length });
  }
  return [...found]
    .sort(([, left], [, right]) => right.odds - left.odds)
    .slice(0, MAX_ANSWERS)
    .sort(([, left], [, right]) => left.place - right.place)
    .map(([entry]) => entry);
}

function findUrgent(turn: string, entries: Understander['entries']): KnowledgeEntry | null {
  const plain = ` ${normalise(turn)} `;
  for (const entry of entries.values()) {
    if (entry.urgent.some((phrase) => plain.includes(` ${normalise(phrase)} `))) return entry;
  }
  return null;
}

/** Facts before courtesies, each once, two at most. */
function chooseParts(parts: readonly KnowledgeEntry[]): KnowledgeEntry[] {
  const facts = parts.filter((entry) => entry.kind !== 'small-talk');
  // A question together with a goodbye is answered; a goodbye alone ends the call.
  const chosen = facts.length > 0 ? facts : parts.slice(-1);
  return [...new Set(chosen)].slice(0, MAX_ANSWERS);
}

interface Ranked extends Match {
  /** Found with the subject of the conversation filled in. */
  readonly carried?: true;
}

function rank(segment: string, history: History, base: Understander): Ranked[] {
  const question = withoutOpening(segment);
  const best = new Map<string, Ranked>();
  const take = (matches: readonly Ranked[]) => {
    for (const match of matches) {
      if (isAct(match.entry)) continue;
      const better = addBonus(match);
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
    const bonus = (by: Bonus) =>
      (wasOffered ? by.offered : 0) +
      (isOverview ? by.overview : 0) +
      (isSameTopic ? by.sameTopic : 0) +
      (isSameTopic && pointsBack ? by.pointsBack : 0);
    return match.odds === undefined
      ? { entry, score: match.score + bonus(BONUS) }
      : { ...match, odds: match.odds + bonus(ODDS_BONUS) };
  };
  take(base.retriever.search(question));
  if (carried !== null && history.subject !== null)
    take(withoutName(base.retriever.search(carried), history.subject, base));
  return [...best.values()].sort((left, right) => rankOf(right) - rankOf(left));
}

/**
 * What a subject's name alone says for an entry was not said by the caller, where it was only filled in: otherwise
 * whatever is asked about the subject is answered with what the subject is.
 */
function withoutName(
  matches: readonly Match[],
  subject: KnowledgeEntry,
  { oddsByName, topics }: Understander,
): Ranked[] {
  if (matches[0]?.odds === undefined) return [...matches];
  const byName = oddsByName(topics.get(subject.topic) ?? '');
  return matches.map(({ odds = 0, ...match }) => ({
    ...match,
    odds: odds - NAME_SHARE * (byName.get(match.entry.id) ?? 0),
    carried: true,
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
function carryOver(question: string, subject: KnowledgeEntry, base: Understander): string | null {
  const plain = normalise(question);
  const name = base.topics.get(subject.topic);
  if (name === undefined) return null;
  if (POINTS_BACK.test(plain)) return plain.replace(POINTS_BACK, name);
  const rest = plain.replace(CARRIES_ON, '');
  const content = toWords(rest).filter((word) => word.role === 'content');
  const short = content.length > 0 && content.length < MAX_SHORT_TURN;
  return rest !== plain || short ? `${rest} ${name}` : null;
}

function decide(ranked: readonly Ranked[], thresholds: Thresholds): Understanding {
  const [first, second] = ranked;
  const { accept, ask, margin } = thresholds;
  if (first?.odds !== undefined)
    return decideAction(ranked, accept) ?? decideByOdds(ranked, accept);
  if (first === undefined || first.score < ask) return UNKNOWN;
  const close = second !== undefined && first.score - second.score < margin;
  const rivals = close && canBeAsked(first.entry) && canBeAsked(second.entry);
  if (first.score >= CERTAIN || (first.score >= accept && !rivals)) {
    return { kind: 'entries', entries: [first.entry] };
  }
  // No clarification for what is declined anyway.
  if (first.entry.kind === 'decline') return { kind: 'entries', entries: [first.entry] };
  if (!canBeAsked(first.entry)) return UNKNOWN;
  const both = second !== undefined && second.score >= ask && canBeAsked(second.entry);
  return { kind: 'unclear', between: both ? [first.entry, second.entry] : [first.entry] };
}

/** What is said about the conversation has few words and no phrasings: its words alone decide. */
function decideAction(ranked: readonly Match[], accept: number): Understanding | null {
  const [first, ...others] = ranked;
  if (first === undefined) return null;
  const best = others.reduce((left, right) => (right.score > left.score ? right : left), first);
  return best.entry.action !== undefined && best.score >= accept
    ? { kind: 'entries', entries: [best.entry] }
    : null;
}

/**
 * Everything that sends the question away, and that nothing answers, speaks together against the likeliest entry:
 * what it is exactly that is not answered matters little.
 */
function decideByOdds(ranked: readonly Ranked[], accept: number): Understanding {
  const shares = ranked.map(({ entry, score, odds = 0, carried = false }) => ({
    entry,
    share: Math.exp(odds),
    accepted: acceptedShare({ carried, byWords: score >= accept }),
  }));
  const all = shares.reduce((sum, { share }) => sum + share, 1);
  const away = shares.filter(({ entry }) => isSentAway(entry));
  const [first] = shares.filter(({ entry }) => !isSentAway(entry));
  const none = away.reduce((sum, { share }) => sum + share, 1);
  const isLikely =
    first !== undefined && first.share >= first.accepted * all && first.share * NONE_FACTOR >= none;
  if (isLikely) return { kind: 'entries', entries: [first.entry] };
  const [elsewhere] = away;
  if (elsewhere?.entry.kind === 'decline' && elsewhere.share > 1)
    return { kind: 'entries', entries: [elsewhere.entry] };
  const near = first?.entry.kind === 'fact' && first.share >= NEAR_SHARE ? first.entry : null;
  return { kind: 'unknown', near };
}

function acceptedShare({ carried, byWords }: { carried: boolean; byWords: boolean }): number {
  if (carried) return ACCEPTED_CARRIED_SHARE;
  return byWords ? ACCEPTED_BY_WORDS_SHARE : ACCEPTED_SHARE;
}

function isSentAway({ kind }: KnowledgeEntry): boolean {
  return kind === 'decline' || kind === 'unanswered';
}

/** Said to a whole turn of its kind, never because some words are alike. */
function isAct({ action }: KnowledgeEntry): boolean {
  return action === 'farewell' || action === 'crisis';
}
