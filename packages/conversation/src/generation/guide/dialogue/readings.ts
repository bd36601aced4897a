import type { FindMeanings, Match } from '../../../retrieval/entries/entry-retriever.ts';
import type { FindFollowing } from '../../../retrieval/entries/follow-ups.ts';
import type { KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';
import { withoutOpening } from '../../../retrieval/language/segments.ts';
import { normalise, toWords } from '../../../retrieval/language/words.ts';
import type { Retriever } from '../../../retrieval/scoring/retriever.ts';
import type { History } from './history.ts';

/** A turn, and what it may ask for by itself. */
export interface AskedTurn {
  readonly question: string;
  readonly alone: readonly Match[];
}

export interface Ranker {
  readonly retriever: Retriever<Match>;
  readonly oddsByName: (name: string) => NameOdds;
  readonly findFollowing: FindFollowing;
  readonly entries: ReadonlyMap<string, KnowledgeEntry>;
  /** The name of a topic, which replaces "it". */
  readonly topics: ReadonlyMap<string, string>;
}

/** What is filled in gives entries odds by itself. This share of them is taken off: the caller did not say it. */
const FILLED_SHARE = 0.5;
const POINTS_BACK = /\b(?:it|its|that|this|they|them|their|those|these|one|there)\b/;
const CARRIES_ON = /^(?:(?:and|what about|how about|but|also|or)\b\s*)+/;
const MAX_SHORT_TURN = 4;

/**
 * What a turn may ask for, read with what was said before: with the name of the subject's topic where it says "it", or
 * behind a few words; with the subject's own name; and behind the turn before ("how long is that?" and then "with a
 * person or with you?" is about one thing). Null at the first turn, and where entries have no odds.
 */
export function readInContext(
  { question, alone }: AskedTurn,
  { subject, lastTurn }: History,
  base: Ranker,
): Match[] | null {
  if (lastTurn === null || alone.every(({ odds }) => odds === undefined)) return null;
  const last = withoutOpening(lastTurn);
  const withLast = withoutFilled(`${last} ${question}`, oddsOfText(last, base), base);
  return subject === null ? withLast : [...readWithNames(question, subject, base), ...withLast];
}

function readWithNames(question: string, subject: KnowledgeEntry, base: Ranker): Match[] {
  const carried = carryOver(question, subject, base);
  const topic = base.topics.get(subject.topic) ?? '';
  const byTopic = carried === null ? [] : withoutFilled(carried, base.oddsByName(topic), base);
  const { label } = subject;
  if (label === undefined) return byTopic;
  const labelled = `${withoutCarrying(normalise(question))} ${label}`;
  return [...byTopic, ...withoutFilled(labelled, base.oddsByName(label), base)];
}

/**
 * What a name alone says for an entry was not said by the caller, where it was only filled in: otherwise whatever is
 * asked about the subject is answered with what the subject is.
 */
function withoutFilled(text: string, byFilled: NameOdds, { retriever }: Ranker): Match[] {
  return retriever.search(text).map(({ odds = 0, ...match }) => ({
    ...match,
    odds: odds - FILLED_SHARE * (byFilled.get(match.entry.id) ?? 0),
  }));
}

/** The question with the subject of the conversation filled in where it refers to it. */
export function carryOver(
  question: string,
  subject: KnowledgeEntry,
  { topics }: Pick<Ranker, 'topics'>,
): string | null {
  const plain = normalise(question);
  const name = topics.get(subject.topic);
  if (name === undefined) return null;
  if (POINTS_BACK.test(plain)) return plain.replace(POINTS_BACK, name);
  const rest = withoutCarrying(plain);
  const few = contentCount(rest);
  return rest !== plain || (few > 0 && few < MAX_SHORT_TURN) ? `${rest} ${name}` : null;
}

/** Whether something stands for what was said before. */
export function pointsBack(plain: string): boolean {
  return POINTS_BACK.test(plain);
}

/** "And for students" without what only joins it to what was said. */
export function withoutCarrying(plain: string): string {
  return plain.replace(CARRIES_ON, '');
}

export function contentCount(plain: string): number {
  return toWords(plain).filter((word) => word.role === 'content').length;
}

/** By the id of an entry: the odds that a name alone gives it. */
export type NameOdds = ReadonlyMap<string, number>;

function oddsOfText(text: string, { retriever }: Pick<Ranker, 'retriever'>): NameOdds {
  return new Map(
    retriever.search(text).map(({ entry, odds = 0 }) => [entry.id, Math.max(0, odds)]),
  );
}

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
    const odds = oddsOfText(name, { retriever });
    if (meanings === null || meanings.of(name) !== null) names.set(name, odds);
    return odds;
  };
}
