import type { Match } from '../../../retrieval/entries/entry-retriever.ts';
import type { KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';
import { toSegments, toStatements, withoutOpening } from '../../../retrieval/language/segments.ts';
import { normalise, toWords } from '../../../retrieval/language/words.ts';
import type { Retriever } from '../../../retrieval/scoring/retriever.ts';
import type { History } from './history.ts';

/** What a turn asks for. */
export type Understanding =
  | { readonly kind: 'entries'; readonly entries: readonly KnowledgeEntry[] }
  | { readonly kind: 'unclear'; readonly between: readonly KnowledgeEntry[] }
  | { readonly kind: 'unknown' };

export interface Thresholds {
  /** Score from which an entry is the answer. */
  readonly accept: number;
  /** Score from which it is worth asking whether the entry was meant. */
  readonly ask: number;
  /** Lead over the second entry that a barely sufficient first needs. */
  readonly margin: number;
}

export const DEFAULT_THRESHOLDS: Thresholds = { accept: 0.55, ask: 0.53, margin: 0.02 };

/** Score from which a match stands, however close the next one is. */
const CERTAIN = 0.56;
const SAME_TOPIC_BONUS = 0.06;
/** A caller who only names a subject wants to know what it is. */
const OVERVIEW_BONUS = 0.023;
const OFFERED_BONUS = 0.15;
const MAX_ANSWERS = 2;
const POINTS_BACK = /\b(?:it|its|that|this|they|them|their|those|these|one|there)\b/;
const CARRIES_ON = /^(?:(?:and|what about|how about|but|also|or)\b\s*)+/;
const MAX_SHORT_TURN = 4;

export interface Understander {
  readonly retriever: Retriever<Match>;
  readonly entries: ReadonlyMap<string, KnowledgeEntry>;
  /** The name of a topic, which replaces "it". */
  readonly topics: ReadonlyMap<string, string>;
  readonly thresholds: Thresholds;
}

/** Finds what was asked. An urgent entry is answered before anything else. */
export function understand(turn: string, history: History, base: Understander): Understanding {
  const urgent = findUrgent(turn, base.entries);
  if (urgent !== null) return { kind: 'entries', entries: [urgent] };
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

function rank(segment: string, history: History, base: Understander): Match[] {
  const question = withoutOpening(segment);
  const best = new Map<string, Match>();
  const take = (matches: readonly Match[], bonusOf: (entry: KnowledgeEntry) => number) => {
    for (const { entry, score } of matches) {
      if (isAct(entry)) continue;
      const total = score + bonusOf(entry);
      if (total > (best.get(entry.id)?.score ?? 0)) best.set(entry.id, { entry, score: total });
    }
  };
  const offered = new Set(history.offered.map((entry) => entry.id));
  const carried = history.subject === null ? null : carryOver(question, history.subject, base);
  const topic = carried === null ? undefined : history.subject?.topic;
  const bonus = (entry: KnowledgeEntry): number =>
    (offered.size > 1 && offered.has(entry.id) ? OFFERED_BONUS : 0) +
    (canBeAsked(entry) && base.topics.get(entry.topic) === entry.label ? OVERVIEW_BONUS : 0) +
    (entry.topic === topic ? SAME_TOPIC_BONUS : 0);
  take(base.retriever.search(question), bonus);
  if (carried !== null) take(base.retriever.search(carried), bonus);
  return [...best.values()].sort((left, right) => right.score - left.score);
}

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

function decide(ranked: readonly Match[], { accept, ask, margin }: Thresholds): Understanding {
  const [first, second] = ranked;
  if (first === undefined || first.score < ask) return { kind: 'unknown' };
  const close = second !== undefined && first.score - second.score < margin;
  const rivals = close && canBeAsked(first.entry) && canBeAsked(second.entry);
  if (first.score >= CERTAIN || (first.score >= accept && !rivals)) {
    return { kind: 'entries', entries: [first.entry] };
  }
  // No clarification for what is declined anyway.
  if (first.entry.kind === 'decline') return { kind: 'entries', entries: [first.entry] };
  if (!canBeAsked(first.entry)) return { kind: 'unknown' };
  const both = second !== undefined && second.score >= ask && canBeAsked(second.entry);
  return { kind: 'unclear', between: both ? [first.entry, second.entry] : [first.entry] };
}

/** Said to a whole turn of its kind, never because some words are alike. */
function isAct({ action }: KnowledgeEntry): boolean {
  return action === 'farewell' || action === 'crisis';
}

function canBeAsked(entry: KnowledgeEntry): boolean {
  return entry.kind === 'fact' && entry.label !== undefined;
}
