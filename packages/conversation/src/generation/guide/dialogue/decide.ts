import type { Match } from '../../../retrieval/entries/entry-retriever.ts';
import type { KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';
import { canBeAsked } from './can-be-asked.ts';
import type { Ranked } from './rank.ts';

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
/** Score from which a match stands, however close the next one is. */
const CERTAIN = 0.56;
const UNKNOWN: Understanding = { kind: 'unknown', near: null };

export function decide(ranked: readonly Ranked[], thresholds: Thresholds): Understanding {
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
