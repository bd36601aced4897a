import type { Match } from '../../../retrieval/entries/entry-retriever.ts';
import type { KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';
import { canBeAsked, isSentAway } from './can-be-asked.ts';
import { COURTESY_SCORE } from './courtesy-score.ts';
import { findWider } from './find-wider.ts';
import type { Ranked } from './rank.ts';
import type { Ranker } from './readings.ts';

/** What a turn asks for. */
export type Understanding =
  | {
      readonly kind: 'entries';
      readonly entries: readonly KnowledgeEntry[];
      /** Something else was asked as well, to which no answer was found. */
      readonly more?: true;
      /** Of the only one: it is likely, and not certain. */
      readonly doubt?: Doubt;
    }
  | { readonly kind: 'unclear'; readonly between: readonly KnowledgeEntry[] }
  /** Probably this, but it may be something that is not known. */
  | ({
      readonly kind: 'unsure';
      readonly entry: KnowledgeEntry;
      /** The rest of the turn is another matter, and would only hide what is asked. */
      readonly isAlone?: true;
    } & Partial<Doubt>)
  | {
      readonly kind: 'unknown';
      /** What comes closest, if anything does. */
      readonly near: KnowledgeEntry | null;
      /** What may be named in the place of an answer, likeliest first. */
      readonly around: readonly KnowledgeEntry[];
    };

export interface Doubt {
  /** What else may have been meant; null: nothing is near. */
  readonly other: KnowledgeEntry | null;
}

/** `hasMore`: something else was asked as well, to which no answer was found. */
export function toEntries(entries: readonly KnowledgeEntry[], hasMore: boolean): Understanding {
  return hasMore ? { kind: 'entries', entries, more: true } : { kind: 'entries', entries };
}

export interface Thresholds {
  /** Score from which an entry is the answer. */
  readonly accept: number;
  /** Score from which it is worth asking whether the entry was meant. */
  readonly ask: number;
  /** Lead over the second entry that a barely sufficient first needs. */
  readonly margin: number;
}

export interface Decider {
  readonly thresholds: Thresholds;
  readonly topics: Ranker['topics'];
}

export const DEFAULT_THRESHOLDS: Thresholds = { accept: 0.55, ask: 0.53, margin: 0.02 };

/** Probability from which an entry is the answer. */
const SURE_SHARE = 0.6;
/** The same where words alone are judged, which seldom make as certain. */
const SURE_BY_WORDS_SHARE = 0.48;
/** The same where it was weighed with what was said before. */
const SURE_IN_CONTEXT_SHARE = 0.5;
/** The same for what was just said: who hears it again, and meant something else, was not listened to. */
const SAID_SHARE = 0.6;
/** The same for a courtesy whose words are most of the turn: a mistake does little harm. */
const COURTESY_SHARE = 0.25;
/** Probability that it is one of two, from which the caller is asked which. */
const EITHER_SHARE = 0.4;
/** Probability of the first from which it is said, and the other behind it. */
const LEADING_SHARE = 0.38;
/** How likely the second of them must be beside the first. */
const RIVAL_FACTOR = 0.45;
/** Probability from which an entry is said with a doubt. */
const UNSURE_SHARE = 0.35;
/** Probability from which it is worth saying that something comes close. */
const NEAR_SHARE = 0.15;
/** Probability from which a question is sent away in the words of its own sort. */
const AWAY_SHARE = 0.3;
/** Probability of a fact below which it is said with a doubt, though it is the answer. */
const CERTAIN_SHARE = 0.8;
/** Probability from which another one may have been meant instead: said with the first, it is right nearly half the time. */
const OTHER_SHARE = 0.25;
/** Probability from which something else is near: an answer beside it is left as it is, where it would be asked about. */
const NEAR_OTHER_SHARE = 0.1;
/** How likely something else must be, of all but what was just said, to be named where that is not said again. */
const BESIDE_SHARE = 0.4;
/** Score from which a match stands, however close the next one is. */
const CERTAIN = 0.56;
const UNKNOWN: Understanding = { kind: 'unknown', near: null, around: [] };

export function decide(ranked: readonly Ranked[], { thresholds, topics }: Decider): Understanding {
  const [first, second] = ranked;
  const { accept, ask, margin } = thresholds;
  if (first?.odds !== undefined)
    return decideAction(ranked, accept) ?? decideByOdds(ranked, topics);
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
function decideByOdds(ranked: readonly Ranked[], topics: Ranker['topics']): Understanding {
  const shares = shareOut(ranked);
  const [first, second] = shares.filter(({ entry }) => !isSentAway(entry));
  const [elsewhere] = shares.filter(({ entry }) => isSentAway(entry));
  if (first !== undefined && first.share >= sureShare(first))
    return { kind: 'entries', entries: [first.entry], ...doubtOf(first, shares, topics) };
  const around = shares.map(({ entry }) => entry).filter(canBeAsked);
  const beside = findBesideSaid(first, shares);
  if (beside !== null) return { kind: 'unknown', near: beside, around };
  if (first !== undefined && second !== undefined && isEither(first, second))
    return askUnlessSame(first, second, topics);
  if (elsewhere?.entry.kind === 'decline' && elsewhere.share >= AWAY_SHARE)
    return { kind: 'entries', entries: [elsewhere.entry] };
  const mayBeGuessed = first?.entry.kind === 'fact' && first.entry.onlyIfSure !== true;
  if (!mayBeGuessed || first.share < NEAR_SHARE) {
    // That there is no more to say of it is no guess.
    const isSaid = first?.context === 'said' && first.share >= NEAR_SHARE;
    return { kind: 'unknown', near: isSaid ? first.entry : null, around };
  }
  return first.share >= UNSURE_SHARE
    ? { kind: 'unsure', entry: first.entry, other: mayBeMeant(findNear(first, shares, topics)) }
    : { kind: 'unknown', near: first.entry, around };
}

/** What is known of the same topic beside what was just said, where that is likeliest and not likely enough; null: nothing. */
function findBesideSaid(
  first: Shared | undefined,
  shares: readonly Shared[],
): KnowledgeEntry | null {
  if (first?.context !== 'said') return null;
  const beside = shares.find(({ entry, context }) => context === 'other' && canBeAsked(entry));
  const isNear =
    beside?.entry.topic === first.entry.topic &&
    beside.share >= NEAR_SHARE &&
    beside.share >= BESIDE_SHARE * (1 - first.share);
  return isNear ? beside.entry : null;
}

export interface Shared {
  readonly entry: KnowledgeEntry;
  /** Probability, beside all others and beside that nothing answers. */
  readonly share: number;
  /** By its words alone. */
  readonly score: number;
  readonly filled: boolean;
  readonly isMeant: boolean;
  readonly context: Ranked['context'] | null;
}

/** How likely each entry is, best first. */
export function shareOut(ranked: readonly Ranked[]): Shared[] {
  const all = ranked.reduce((sum, { odds = 0 }) => sum + Math.exp(odds), 1);
  return ranked.map(({ entry, score, odds = 0, filled = false, encoder, context = null }) => ({
    entry,
    share: Math.exp(odds) / all,
    score,
    filled,
    isMeant: encoder !== undefined,
    context,
  }));
}

/** Words alone seldom make certain. */
function doubtOf(
  first: Shared,
  shares: readonly Shared[],
  topics: Ranker['topics'],
): { readonly doubt?: Doubt } {
  const { entry, share, isMeant, context } = first;
  if (share >= CERTAIN_SHARE || !isMeant || entry.kind !== 'fact') return {};
  const near = findNear(first, shares, topics);
  const other = mayBeMeant(near);
  // Of what was just said it is said that this is all.
  const isLeft = other === null && (context === 'said' || near !== null);
  return isLeft ? {} : { doubt: { other } };
}

/** The next likely one that says something else; null: none is near. */
function findNear(
  first: Shared,
  shares: readonly Shared[],
  topics: Ranker['topics'],
): Shared | null {
  const near = shares.find(
    ({ entry, share }) =>
      entry !== first.entry &&
      share >= NEAR_OTHER_SHARE &&
      canBeAsked(entry) &&
      findWider(first.entry, entry, topics) === null,
  );
  return near ?? null;
}

const mayBeMeant = (other: Shared | null): KnowledgeEntry | null =>
  other !== null && other.share >= OTHER_SHARE ? other.entry : null;

/** How likely something must be to be the answer. */
export function sureShare({ entry, score, context, isMeant }: Shared): number {
  if (entry.kind !== 'fact' && score >= COURTESY_SCORE) return COURTESY_SHARE;
  if (context !== null) return context === 'said' ? SAID_SHARE : SURE_IN_CONTEXT_SHARE;
  return isMeant ? SURE_SHARE : SURE_BY_WORDS_SHARE;
}

/** One that was asked for and one that only what was said before brings up are no choice. */
function isEither(first: Shared, second: Shared): boolean {
  return (
    first.filled === second.filled &&
    canBeAsked(first.entry) &&
    canBeAsked(second.entry) &&
    second.share >= RIVAL_FACTOR * first.share &&
    first.share + second.share >= EITHER_SHARE
  );
}

/** Nobody is asked to choose between two that say the same, or one of which holds the other. */
function askUnlessSame(first: Shared, second: Shared, topics: Ranker['topics']): Understanding {
  const wider = findWider(first.entry, second.entry, topics);
  if (wider === null)
    return first.share >= LEADING_SHARE
      ? { kind: 'unsure', entry: first.entry, other: mayBeMeant(second) }
      : { kind: 'unclear', between: [first.entry, second.entry] };
  return first.share + second.share >= SURE_BY_WORDS_SHARE
    ? { kind: 'entries', entries: [wider] }
    : { kind: 'unsure', entry: wider };
}
