import type { AnalyticsStep } from '@kindling/protocol';
import { and, eq, gt, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { callTable } from '../../platform/database/schema.ts';
import type { ApiError } from '../../platform/errors/api-error.ts';
import { badField } from '../../platform/errors/bad-field.ts';
import { ROWS_MAX, tooMany } from './query-calls.ts';
import { type ChosenRange, SHORTEST_STEPS, STEP_INTERVALS, stepOf } from './time-range.ts';

/** How many calls there were at once, from `from` to `to` in epoch milliseconds. */
export interface Level {
  /** Where its step begins, also where that is before the range. */
  readonly date: number;
  readonly from: number;
  readonly to: number;
  readonly min: number;
  readonly max: number;
  /** By time. */
  readonly avg: number;
}

interface Interval {
  readonly from: number;
  readonly to: number;
}
type Step = Interval & { readonly date: number };

/** Longer than a call can take: one that ran in the range was made after this before it. */
const MAX_CALL_DURATION = 24 * 3_600_000;

/** What is gone through in a moment: live calls share the process. */
const CALLS_MAX = 100_000;

/** Calls at once in each step of the range; without a step in the range as a whole. */
export async function queryConcurrency(
  db: Database,
  orgId: string,
  range: ChosenRange,
  step: AnalyticsStep | null,
): Promise<Level[]> {
  const [calls, steps] = await Promise.all([
    readIntervals(db, orgId, range),
    step === null ? [wholeOf(range)] : readSteps(db, range, step),
  ]);
  return measureLevels(calls, steps);
}

const wholeOf = ({ start, end }: ChosenRange): Step => ({
  date: start.getTime(),
  from: start.getTime(),
  to: end.getTime(),
});

async function readIntervals(
  db: Database,
  orgId: string,
  { start, end }: ChosenRange,
): Promise<Interval[]> {
  const rows = await db
    .select({ from: callTable.startedAt, to: callTable.endedAt })
    .from(callTable)
    .where(
      and(
        eq(callTable.orgId, orgId),
        gt(callTable.createdAt, new Date(start.getTime() - MAX_CALL_DURATION)),
        lt(callTable.createdAt, end),
        isNotNull(callTable.startedAt),
      ),
    )
    .limit(CALLS_MAX + 1);
  if (rows.length > CALLS_MAX) throw tooManyCalls();
  return rows.map(({ from, to }) => ({
    from: from?.getTime() ?? 0,
    to: to?.getTime() ?? Number.POSITIVE_INFINITY,
  }));
}

function tooManyCalls(): ApiError {
  const message = `There are more than ${CALLS_MAX} calls in it: choose a shorter range.`;
  return badField('timeRange.start', message);
}

/** Steps of which none is longer than another: they go by the clock, and an hour may begin at the half. */
const SERIES: Partial<Record<AnalyticsStep, string>> = {
  second: '1 second',
  minute: '1 minute',
  hour: '30 minutes',
};

/** By the calendar of the range's zone. */
function localSeries({ start, end, timezone }: ChosenRange, step: AnalyticsStep): SQL {
  const [first, last] = [start, end].map(
    (instant) => sql`(${instant.toISOString()}::timestamptz at time zone ${timezone}::text)`,
  );
  return sql`(select local at time zone ${timezone}::text from generate_series(date_trunc(${step}::text, ${first}), ${last}, ${STEP_INTERVALS[step]}::interval) as series(local))`;
}

/** Where the steps begin, in the range's zone; the first and the last are cut to the range. */
async function readSteps(db: Database, range: ChosenRange, step: AnalyticsStep): Promise<Step[]> {
  const { start, end, timezone } = range;
  // Before the database is asked: it would write down every one of them first.
  if ((end.getTime() - start.getTime()) / SHORTEST_STEPS[step] > 2 * ROWS_MAX)
    throw tooMany('steps');
  const at = SERIES[step];
  const steps =
    at === undefined
      ? localSeries(range, step)
      : sql`generate_series(date_trunc(${step}::text, ${start.toISOString()}::timestamptz, ${timezone}::text), ${end.toISOString()}::timestamptz, ${at}::interval)`;
  const from = stepOf(sql`steps.at`, step, timezone);
  const rows = await db
    .selectDistinct({ from })
    .from(sql`${steps} as steps(at)`)
    .orderBy(sql`1`)
    .limit(ROWS_MAX + 1);
  if (rows.length > ROWS_MAX) throw tooMany('steps');
  const whole = wholeOf(range);
  return rows
    .map(({ from }, index) => ({
      date: Number(from),
      from: Math.max(Number(from), whole.from),
      to: Math.min(Number(rows[index + 1]?.from ?? whole.to), whole.to),
    }))
    .filter(({ from, to }) => from < to);
}

/** `steps` follow one another. */
export function measureLevels(calls: readonly Interval[], steps: readonly Step[]): Level[] {
  const changes = calls
    .filter(({ from, to }) => from < to)
    .flatMap(({ from, to }) => [
      { at: from, by: 1 },
      { at: to, by: -1 },
    ])
    // Of two at one moment the end comes first: a call after another is not beside it.
    .sort((a, b) => a.at - b.at || a.by - b.by);
  let next = 0;
  let level = 0;
  const apply = () => {
    level += changes[next]?.by ?? 0;
    next += 1;
  };
  return steps.map(({ date, from, to }) => {
    while ((changes[next]?.at ?? Number.POSITIVE_INFINITY) <= from) apply();
    let [min, max, area, since] = [level, level, 0, from];
    while ((changes[next]?.at ?? Number.POSITIVE_INFINITY) < to) {
      const at = changes[next]?.at ?? to;
      area += level * (at - since);
      since = at;
      // All of one moment, so that none of the levels between counts.
      while (changes[next]?.at === at) apply();
      [min, max] = [Math.min(min, level), Math.max(max, level)];
    }
    area += level * (to - since);
    return { date, from, to, min, max, avg: to > from ? area / (to - from) : level };
  });
}
