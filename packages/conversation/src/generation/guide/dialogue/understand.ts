import type { KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';
import { toClauses, toSegments, toStatements } from '../../../retrieval/language/segments.ts';
import { normalise } from '../../../retrieval/language/words.ts';
import { decide, type Thresholds, type Understanding } from './decide.ts';
import type { History } from './history.ts';
import { type Ranker, rank } from './rank.ts';

export interface Understander extends Ranker {
  readonly thresholds: Thresholds;
}

/** Odds from which a clause of a long turn is answered: it was said beside the question, or is it. */
const CLEAR_ODDS = 1;
const MAX_ANSWERS = 2;

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
