import { contentOf } from '../../../retrieval/language/words.ts';
import { type Decider, shareOut, toEntries, type Understanding } from './decide.ts';
import type { History } from './history.ts';
import { type Ranked, rank } from './rank.ts';
import type { Ranker } from './readings.ts';
import { weighReadings } from './weigh-readings.ts';

/**
 * How much the words that were taken for the turn count beside what another hearing made of it. Set on questions that
 * may be read, said by synthetic voices.
 */
const TAKEN_SHARE = 0.625;
/** A part of the turn holds less of its content, and what was heard otherwise is the whole of it. */
const MOST = 0.6;
/** How likely a fact of one part of the turn must be by all of it, where the other hearing does not say it. */
const CONFIRMED_SHARE = 0.35;

/**
 * What a turn may ask for by both of its hearings, where there are two: what only one of them brings up was seldom
 * said, and what both do nearly always was.
 */
export function rankHearings(turn: string, history: History, base: Ranker): readonly Ranked[] {
  const taken = rank(turn, history, base);
  const other = otherOf(turn, history);
  return other === null || taken[0]?.odds === undefined
    ? taken
    : weighReadings([
        { ranked: taken, weight: TAKEN_SHARE },
        { ranked: rank(other, history, base), weight: 1 - TAKEN_SHARE },
      ]);
}

/** Null: there is none, or this is a part of the turn. */
function otherOf(turn: string, { turn: whole, otherHearing = '' }: History): string | null {
  const isWhole = contentOf(turn).size >= MOST * contentOf(whole).size;
  return otherHearing === '' || !isWhole ? null : otherHearing;
}

interface Reading {
  readonly history: History;
  readonly base: Ranker & Decider;
  readonly read: (turn: string, history: History, base: Ranker & Decider) => Understanding;
}

/** What parts of a turn say is doubted where all of it says something else, and so does the other hearing. */
export function confirm(
  found: Understanding,
  turn: string,
  { history, base, read }: Reading,
): Understanding {
  const other = otherOf(turn, history);
  const [first] = found.kind === 'entries' ? found.entries : [];
  if (other === null || found.kind !== 'entries' || first?.kind !== 'fact') return found;
  const shares = new Map(
    shareOut(rankHearings(turn, history, base)).map(({ entry, share }) => [entry.id, share]),
  );
  const also = read(other, { ...history, otherHearing: '' }, base);
  const confirmed = found.entries.filter(
    (entry) =>
      (shares.get(entry.id) ?? 0) >= CONFIRMED_SHARE ||
      (also.kind === 'entries' && also.entries.includes(entry)),
  );
  if (confirmed.length === found.entries.length) return found;
  return confirmed.length === 0 ? { kind: 'unsure', entry: first } : toEntries(confirmed, true);
}
