import type { AnalyticsStep, TimeRange } from '@kindling/protocol';
import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** A range with its defaults filled in. */
export interface ChosenRange {
  readonly start: Date;
  readonly end: Date;
  readonly timezone: string;
  readonly step: AnalyticsStep | null;
}

const WEEK = 7 * 24 * 3_600_000;

export function chooseRange(range: TimeRange = {}, now: Date): ChosenRange {
  const end = range.end === undefined ? now : new Date(range.end);
  const start = range.start === undefined ? new Date(end.getTime() - WEEK) : new Date(range.start);
  return { start, end, timezone: range.timezone ?? 'UTC', step: range.step ?? null };
}

/**
 * Begin of the step that a moment falls in, epoch milliseconds; days begin in the range's zone. Of the hour
 * that comes twice when clocks are put back each is its own.
 */
export function stepOf(
  instant: AnyPgColumn | SQL,
  step: AnalyticsStep,
  timezone: string,
): SQL<number> {
  const begin = sql`date_trunc(${step}::text, ${instant}, ${timezone}::text)`;
  return sql<number>`(extract(epoch from ${begin}) * 1000)::float8`;
}

const [SECOND, DAY] = [1_000, 86_400_000];

/** No step is shorter than this, milliseconds. */
export const SHORTEST_STEPS: Readonly<Record<AnalyticsStep, number>> = {
  second: SECOND,
  minute: 60 * SECOND,
  // Half an hour is left of one where clocks are put on by the other half.
  hour: 1_800 * SECOND,
  day: DAY - 7_200 * SECOND,
  week: 7 * DAY - 7_200 * SECOND,
  month: 27 * DAY,
  quarter: 89 * DAY,
  year: 364 * DAY,
  decade: 3_650 * DAY,
  century: 36_500 * DAY,
  millennium: 365_000 * DAY,
};

/** As intervals of the database. */
export const STEP_INTERVALS: Readonly<Record<AnalyticsStep, string>> = {
  second: '1 second',
  minute: '1 minute',
  hour: '1 hour',
  day: '1 day',
  week: '1 week',
  month: '1 month',
  quarter: '3 months',
  year: '1 year',
  decade: '10 years',
  century: '100 years',
  millennium: '1000 years',
};
