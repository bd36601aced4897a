import { createRequire } from 'node:module';
import type { Match } from '../../../retrieval/entries/entry-retriever.ts';
import type { FollowEvidence } from '../../../retrieval/entries/follow-ups.ts';
import type { KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';
import { normalise } from '../../../retrieval/language/words.ts';
import type { EncoderKind } from '../../../retrieval/meaning/sentence-encoder.ts';
import { type Weights, weigh } from '../../../retrieval/scoring/retriever.ts';
import { isSentAway } from './can-be-asked.ts';
import { COURTESY_SCORE } from './courtesy-score.ts';
import type { History } from './history.ts';
import {
  type AskedTurn,
  contentCount,
  type Ranker,
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

/** The same where it is known what others asked behind what was said. */
export interface FollowedEvidence extends ContextEvidence, FollowEvidence {}

interface ContextWeights<Evidence> {
  readonly entry: Weights<Evidence>;
  readonly none: { readonly bias: number };
}

/** What meanings tell, also where nobody knows what others asked. */
export interface MeaningContext extends ContextWeights<ContextEvidence> {
  readonly followed: ContextWeights<FollowedEvidence>;
}

/** Odds by words alone are smaller, and say less. */
export type LearnedContext = Readonly<Record<EncoderKind, MeaningContext>> & {
  readonly words: ContextWeights<ContextEvidence>;
};

/** Learned by `node bench/follow-ups/run.ts --write`; those of MiniLM with `--models`. */
const WEIGHTS: LearnedContext = createRequire(import.meta.url)('./context-weights.json');
/** Odds of an entry that a search did not bring up. */
const LEAST_ODDS = -3;
/** Fewer content words need the turn before. */
const FEW_WORDS = 2;
/** Entries that known follow-ups bring up. */
const LIKELIEST = 12;
/** Content words from which a turn is taken to say all it asks. */
const MANY_WORDS = 6;

export interface InContext extends Match {
  /** Nothing the turn says by itself brings it up. */
  readonly filled: boolean;
  /** It is what the last reply said. */
  readonly isSaid: boolean;
  readonly evidence: ContextEvidence | FollowedEvidence;
}

/**
 * What speaks for each entry that may be meant behind what was said before; of that itself and what is near to it,
 * whatever the words: "since when" and "which one" have none. Null: nothing was said before, the knowledge has no
 * examples, or the turn is a courtesy.
 */
export function gatherInContext(
  asked: AskedTurn,
  history: History,
  base: Ranker,
): InContext[] | null {
  const before = entriesBefore(history);
  const mayLean = before.length > 0 || isScrap(asked.question);
  if (!mayLean || asked.alone.some(isCourtesy)) return null;
  const readings = readInContext(asked, history, base);
  if (readings === null) return null;
  const [alone, carried] = [oddsOf(asked.alone), oddsOf(readings)];
  const near = before.flatMap(({ id, related }) => [id, ...related]);
  const following = base.findFollowing(asked.question, before);
  const follow = following?.likeliestIds(LIKELIEST) ?? [];
  const matches = new Map<string, Match>(
    [...near, ...carried.keys(), ...follow].flatMap((id) => {
      const entry = base.entries.get(id);
      return entry === undefined ? [] : [[id, { entry, score: 0 }]];
    }),
  );
  for (const match of asked.alone) matches.set(match.entry.id, match);
  const encoder = asked.alone.find((match) => match.encoder !== undefined)?.encoder;
  const words = contentCount(withoutCarrying(normalise(asked.question)));
  const own = Math.min(words, MANY_WORDS) / MANY_WORDS;
  return [...matches.values()].map((match) => {
    const { entry } = match;
    const odds = alone.get(entry.id) ?? LEAST_ODDS;
    const evidence = {
      alone: odds,
      byOwnWords: odds * own,
      carried: carried.get(entry.id) ?? LEAST_ODDS,
      ...nearness(entry, before),
      away: isSentAway(entry) ? 1 : 0,
      ...following?.of(entry),
    };
    const filled = !alone.has(entry.id);
    const isSaid = history.lastSaid.some((said) => said.entry === entry);
    return { ...match, evidence, filled, isSaid, ...(encoder === undefined ? {} : { encoder }) };
  });
}

/** The logarithm of how much likelier an entry is meant than nothing that is known. */
export function oddsInContext({ evidence, encoder }: InContext): number {
  const learned = WEIGHTS[encoder ?? 'words'];
  if ('followed' in evidence && 'followed' in learned)
    return weigh(evidence, learned.followed.entry) - learned.followed.none.bias;
  return weigh(evidence, learned.entry) - learned.none.bias;
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

/** The best odds of each entry. */
function oddsOf(matches: readonly Match[]): ReadonlyMap<string, number> {
  const best = new Map<string, number>();
  for (const { entry, odds = 0 } of matches)
    best.set(entry.id, Math.max(best.get(entry.id) ?? LEAST_ODDS, odds));
  return best;
}
