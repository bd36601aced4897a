import type { KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';
import {
  asksAnywhere,
  asksSomething,
  isLongTurn,
  toClauses,
  toSegments,
  toStatements,
} from '../../../retrieval/language/segments.ts';
import { normalise } from '../../../retrieval/language/words.ts';
import { clauseAsks } from '../acts/asks.ts';
import { toSpokenClauses } from '../acts/clauses.ts';
import { readIntroduction } from '../acts/introduction.ts';
import {
  type Decider,
  type Doubt,
  decide,
  type Shared,
  shareOut,
  toEntries,
  type Understanding,
} from './decide.ts';
import { confirm, rankHearings } from './hearings.ts';
import { type History, withoutContext } from './history.ts';
import { rank } from './rank.ts';
import { contentCount, type Ranker } from './readings.ts';
import { understandSeveral } from './understand-several.ts';

export interface Understander extends Ranker, Decider {}

/** Probability from which a clause of a long turn is answered: it was said beside the question, or is it. */
const CLEAR_SHARE = 0.65;
/** Probability from which one question of several is answered. */
const ASKED_SHARE = 0.65;
/** The same, with a doubt, where nothing in the turn is clear. */
const UNSURE_CLAUSE_SHARE = 0.4;
const MAX_ANSWERS = 2;
/** Parts of a turn that are looked up, the last: people say less in as many words, and each costs some milliseconds. */
const MAX_PARTS = 12;
/** Content words of a clause that is a question of its own. */
const MIN_ASKED_WORDS = 3;

/** “I do not want a demo, I want my data deleted” asks for no demo. */
const REFUSED =
  /\b(?:i|we) (?:really |just )?(?:do not|don'?t) (?:want|need)(?: to (?:book|have|see))? (?:a|an|the|any|another|your) (?:demo|demonstration|sales call|meeting|appointment|quote|pitch)\b[,.]?/gi;

/** What was said just before, where “it” may be the product. */
const POINTS_TO_SAID = /\b(?:that|this|they|them|those|these|there|he|him|his|she|hers?)\b/i;

/** Finds what was asked. An urgent entry is answered before anything else. */
export function understand(said: string, history: History, base: Understander): Understanding {
  const found = understandWords(said, history, base);
  return confirm(found, said, { history, base, read: understandWords });
}

function understandWords(said: string, history: History, base: Understander): Understanding {
  const wanted = withoutReason(said.replace(REFUSED, ' '));
  const turn = isShort(wanted) ? said : wanted;
  const urgent = findUrgent(turn, base.entries);
  if (urgent !== null) return { kind: 'entries', entries: [urgent] };
  const mayBeSeveral = isLongTurn(turn) || isIntroduced(turn);
  const several = mayBeSeveral ? understandSeveral(turn, history, base) : null;
  if (several?.kind === 'entries') return several;
  if (several?.kind === 'unsure' && several.isAlone === true) return several;
  const inClauses = several ?? understandClauses(turn, history, base);
  if (inClauses?.kind === 'entries') return inClauses;
  const whole = askOnlyAsker(turn, decide(rankHearings(turn, history, base), base));
  // A courtesy is no answer to who asks something besides.
  const besides = isCourtesy(whole) ? understandBesides(turn, history, base) : null;
  if (besides !== null) return besides;
  let segments = toSegments(turn);
  // The words that lead up to a question may also hide it.
  if (segments.length < 2 && whole.kind !== 'entries') segments = toStatements(turn);
  const found = segments.length < 2 ? whole : (understandParts(segments, history, base) ?? whole);
  if (found.kind === 'entries') return found;
  return understandAsked(turn, history, base) ?? inClauses ?? found;
}

/** “I teach maths. What does it cost?”: who asks is not what is asked for. */
function isIntroduced(turn: string): boolean {
  const rest = readIntroduction(turn)?.rest ?? '';
  return rest !== '' && !POINTS_TO_SAID.test(rest);
}

/** “Can I see what they put, because my son never tells me”: the question stands by itself. */
const REASON =
  /^(?<asked>\S+(?: \S+){3,}?),?\s+(?:because|cos|cause|since) (?:i|we|he|she|they|it|my|our|the)\b[^?]*$/i;

function withoutReason(turn: string): string {
  const asked = REASON.exec(turn)?.groups?.asked ?? turn;
  return asksSomething(asked) ? asked : turn;
}

function isCourtesy(found: Understanding): boolean {
  return found.kind === 'entries' && found.entries.every(({ kind }) => kind === 'small-talk');
}

/** Null: nothing is asked beside the courtesy, or only how the other one is. */
function understandBesides(
  turn: string,
  history: History,
  base: Understander,
): Understanding | null {
  const clear = understandAsked(turn, history, base);
  if (clear !== null) return clear;
  const clauses = toSpokenClauses(turn).filter(({ plain }) => plain !== '');
  const asked = clauses.filter(clauseAsks).map(({ said }) => said);
  if (asked.length === 0 || asked.length === clauses.length) return null;
  const found = decide(rank(asked.join(' '), history, base), base);
  return isCourtesy(found) ? null : found;
}

/** What the questions of a turn ask for, each by itself, where all of it together is not understood; null: nothing. */
function understandAsked(turn: string, history: History, base: Understander): Understanding | null {
  const clauses = toSpokenClauses(turn).filter(({ plain }) => plain !== '');
  const asked = clauses.filter((clause) => clauseAsks(clause) && !isShort(clause.plain));
  if (clauses.length < 2 || asked.length === 0) return null;
  const entries = asked.slice(-MAX_PARTS).flatMap(({ said }) => {
    const [first] = shareOut(rank(said, history, base));
    return first?.entry.kind === 'fact' && first.share >= ASKED_SHARE ? [first.entry] : [];
  });
  const chosen = [...new Set(entries)].slice(0, MAX_ANSWERS);
  if (chosen.length === 0) return null;
  const isAll = entries.length === asked.length;
  return toEntries(chosen, !isAll);
}

/** Whoever only tells something is not asked what they meant. */
function askOnlyAsker(turn: string, found: Understanding): Understanding {
  const [first] = found.kind === 'unclear' ? found.between : [];
  return first === undefined || asksAnywhere(turn) ? found : { kind: 'unsure', entry: first };
}

/** Null: none of the parts has an answer. */
function understandParts(
  segments: readonly string[],
  history: History,
  base: Understander,
): Understanding | null {
  const parts: KnowledgeEntry[] = [];
  const doubts = new Map<KnowledgeEntry | undefined, Doubt | undefined>();
  const missed: string[] = [];
  let { subject } = history;
  for (const segment of segments.slice(-MAX_PARTS)) {
    const found = decide(rank(segment, { ...history, subject }, base), base);
    const answers = found.kind === 'entries' ? found.entries : [];
    const known = answers.filter(({ kind }) => kind !== 'decline');
    if (known.length === 0 && asksSomething(segment)) missed.push(segment);
    parts.push(...answers);
    if (found.kind === 'entries') doubts.set(found.entries[0], found.doubt);
    subject = known.find((entry) => entry.kind === 'fact') ?? subject;
  }
  // Thanks are no answer to what was asked beside them.
  if (parts.length === 0 || (missed.length > 0 && parts.every(({ kind }) => kind === 'small-talk')))
    return null;
  const entries = chooseParts(parts);
  const isAnswered = entries.some(({ kind }) => kind === 'fact');
  const doubt = entries.length === 1 ? doubts.get(entries[0]) : undefined;
  return {
    ...toEntries(entries, isAnswered && !missed.every(isShort)),
    ...(doubt && { doubt }),
  };
}

interface Clause extends Shared {
  /** Which clauses it was found in: one, or two that follow each other. */
  readonly places: readonly number[];
}

/**
 * What the clauses of a long turn ask for most clearly, in the order in which it was asked. What leads up to a
 * question is not answered beside it. Null: nothing in them is clear enough.
 */
function understandClauses(
  turn: string,
  history: History,
  base: Understander,
): Understanding | null {
  const clauses = toClauses(turn).slice(-MAX_PARTS);
  const asking = clauses.flatMap((clause, place) => (asksSomething(clause) ? [place] : []));
  const found = new Map<KnowledgeEntry, Clause>();
  for (const places of toPlaces(clauses.length)) {
    if (asking.length > 0 && !places.some((place) => asking.includes(place))) continue;
    const text = places.map((place) => clauses[place]).join(' ');
    const [first] = shareOut(rank(text, withoutContext(history), base));
    if (first?.entry.kind !== 'fact' || first.share < UNSURE_CLAUSE_SHARE) continue;
    if (first.share > (found.get(first.entry)?.share ?? 0))
      found.set(first.entry, { ...first, places });
  }
  const best = [...found.values()].sort((left, right) => right.share - left.share);
  const clear = best.filter(({ share }) => share >= CLEAR_SHARE).slice(0, MAX_ANSWERS);
  const [likeliest] = best;
  if (clear.length === 0)
    return likeliest === undefined || likeliest.entry.onlyIfSure === true
      ? null
      : { kind: 'unsure', entry: likeliest.entry };
  const entries = clear
    .sort((left, right) => (left.places[0] ?? 0) - (right.places[0] ?? 0))
    .map(({ entry }) => entry);
  const covered = new Set(
    best.filter(({ entry }) => entries.includes(entry)).flatMap(({ places }) => places),
  );
  const isAll = asking.every((place) => covered.has(place) || isShort(clauses[place] ?? ''));
  return toEntries(entries, !isAll);
}

/** "So what I would like to know" asks nothing yet. */
function isShort(clause: string): boolean {
  return contentCount(clause) < MIN_ASKED_WORDS;
}

function toPlaces(count: number): number[][] {
  const single = Array.from({ length: count }, (_, place) => [place]);
  return [...single, ...single.slice(1).map(([place = 0]) => [place - 1, place])];
}

function findUrgent(turn: string, entries: Understander['entries']): KnowledgeEntry | null {
  const plain = ` ${normalise(turn)} `;
  for (const entry of entries.values()) {
    if (entry.urgent.some((phrase) => plain.includes(` ${normalise(phrase)} `))) return entry;
  }
  return null;
}

/** Facts before what sends a question away, and both before courtesies; each once, two at most. */
function chooseParts(parts: readonly KnowledgeEntry[]): KnowledgeEntry[] {
  const facts = parts.filter(({ kind }) => kind === 'fact');
  const others = parts.filter(({ kind }) => kind !== 'small-talk');
  // A question together with a goodbye is answered; a goodbye alone ends the call.
  const chosen = [facts, others, parts.slice(-1)].find((some) => some.length > 0) ?? [];
  return [...new Set(chosen)].slice(0, MAX_ANSWERS);
}
