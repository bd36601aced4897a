import { createRequire } from 'node:module';
import type { Match } from '../../../retrieval/entries/entry-retriever.ts';
import type { KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';
import { normalise } from '../../../retrieval/language/words.ts';
import { type Weights, weigh } from '../../../retrieval/scoring/retriever.ts';
import { COURTESY_SCORE } from './courtesy-score.ts';
import type { History } from './history.ts';
import {
  contentCount,
  type Ranker,
  type Readings,
  readInContext,
  withoutCarrying,
} from './readings.ts';

/** What speaks for an entry in the middle of a conversation. */
export interface ContextEvidence {
  /** Odds by the turn alone. */
  readonly alone: number;
  /** The same, as far as the turn has words of its own. */
  readonly byOwnWords: number;
  /** Odds by the likeliest of the readings with what was said before. */
  readonly carried: number;
  /** 1 for what was just said. */
  readonly same: number;
  /** 1 for what the knowledge names beside it. */
  readonly related: number;
  /** 1 for another entry of its topic. */
  readonly topic: number;
  /** 1 for what sends a question away. */
  readonly away: number;
}

interface ContextWeights {
  readonly entry: Weights<ContextEvidence>;
  readonly none: { readonly bias: number };
}

/** Odds by words alone are smaller, and say less. */
export type LearnedContext = Readonly<Record<'words' | 'meanings', ContextWeights>>;

/** Learned by `node bench/follow-ups/run.ts --write`. */
const WEIGHTS: LearnedContext = createRequire(import.meta.url)('./context-weights.json');
/** Odds of an entry that a search did not bring up. */
const LEAST_ODDS = -3;
/** Fewer content words need the turn before. */
const FEW_WORDS = 2;
/** Content words from which a turn is taken to say all it asks. */
const MANY_WORDS = 6;

export interface InContext extends Match {
  /** Nothing the turn says by itself brings it up. */
  readonly filled: boolean;
  /** It is what the last reply said. */
  readonly isSaid: boolean;
  readonly evidence: ContextEvidence;
}

/**
 * What speaks for each entry that may be meant behind what was said before; of that itself and what is near to it,
 * whatever the words: "since when" and "which one" have none. Null: nothing was said before, the knowledge has no
 * examples, or the turn is a courtesy.
 */
export function gatherInContext(
  question: string,
  history: History,
  base: Ranker,
): InContext[] | null {
  const before = entriesBefore(history);
  const isRead = before.length > 0 || isScrap(question);
  const readings = isRead ? readInContext(question, history, base) : null;
  if (readings === null || readings.alone.some(isCourtesy)) return null;
  const near = new Set(before.flatMap(({ id, related }) => [id, ...related]));
  const matches = new Map<string, Match>();
  const { alone, byName, byLabel, withLast } = readings;
  for (const match of [...withLast, ...byLabel, ...byName])
    matches.set(match.entry.id, { ...match, score: 0 });
  for (const match of alone) matches.set(match.entry.id, match);
  for (const id of near) {
    const entry = base.entries.get(id);
    if (entry !== undefined && !matches.has(id)) matches.set(id, { entry, score: 0 });
  }
  const oddsIn = indexOdds(readings);
  const isMeant = readings.alone.some((match) => match.isMeant === true);
  const own = Math.min(contentCount(withoutCarrying(normalise(question))), MANY_WORDS) / MANY_WORDS;
  return [...matches.values()].map((match) => {
    const { id } = match.entry;
    const odds = oddsIn.alone.get(id) ?? LEAST_ODDS;
    const carried = Math.max(
      LEAST_ODDS,
      ...[oddsIn.byName, oddsIn.byLabel, oddsIn.withLast].flatMap((odds) => odds.get(id) ?? []),
    );
    const evidence = {
      alone: odds,
      byOwnWords: odds * own,
      carried,
      ...nearness(match.entry, before),
      away: isSentAway(match.entry) ? 1 : 0,
    };
    const filled = !oddsIn.alone.has(id);
    const isSaid = history.lastSaid.some((said) => said.entry === match.entry);
    return { ...match, evidence, filled, isSaid, ...(isMeant ? { isMeant } : {}) };
  });
}

/** The logarithm of how much likelier an entry is meant than nothing that is known. */
export function oddsInContext({ evidence, isMeant }: InContext): number {
  const { entry, none } = WEIGHTS[isMeant === true ? 'meanings' : 'words'];
  return weigh(evidence, entry) - none.bias;
}

/** “Like now”, “and for children”: it says next to nothing without the turn before, whatever was answered to that. */
function isScrap(question: string): boolean {
  const plain = normalise(question);
  const rest = withoutCarrying(plain);
  return rest !== plain || contentCount(rest) < FEW_WORDS;
}

/** “I am here” says what it says, whatever was said before. */
function isCourtesy({ entry, score, odds = 0 }: Match): boolean {
  return entry.kind === 'small-talk' && score >= COURTESY_SCORE && odds > 0;
}

/** What was just said; where that was nothing known, what was talked of before. */
function entriesBefore({ lastSaid, subject }: History): readonly KnowledgeEntry[] {
  const said = lastSaid.map(({ entry }) => entry).filter(({ kind }) => kind === 'fact');
  return subject === null || said.includes(subject) ? said : [subject];
}

function nearness(entry: KnowledgeEntry, before: readonly KnowledgeEntry[]) {
  const same = before.includes(entry);
  const related =
    !same &&
    before.some(({ id, related }) => related.includes(entry.id) || entry.related.includes(id));
  const topic = !same && !related && before.some((other) => other.topic === entry.topic);
  return { same: Number(same), related: Number(related), topic: Number(topic) };
}

function indexOdds(
  readings: Readings,
): Readonly<Record<keyof Readings, ReadonlyMap<string, number>>> {
  const index = (matches: readonly Match[]) =>
    new Map(matches.map(({ entry, odds = 0 }) => [entry.id, Math.max(LEAST_ODDS, odds)]));
  const { alone, byName, byLabel, withLast } = readings;
  return {
    alone: index(alone),
    byName: index(byName),
    byLabel: index(byLabel),
    withLast: index(withLast),
  };
}

function isSentAway({ kind }: KnowledgeEntry): boolean {
  return kind === 'decline' || kind === 'unanswered';
}
