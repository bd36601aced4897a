import {
  type AnalyticsColumn,
  type AnalyticsGroup,
  type AnalyticsOperation,
  type AnalyticsQuery,
  type AnalyticsStep,
  analyticsAlias,
} from '@kindling/protocol';

/** The query language of analytics read in the plainest way, to be compared with. */

const HOUR = 3_600_000;

export interface StoredCall {
  readonly assistantId: string | null;
  readonly status: 'ended' | 'in-progress';
  readonly endedReason: string | null;
  readonly success: string | null;
  readonly cost: number | null;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(timeZone, format);
  return format;
}

/** Wall-clock time of a moment, as if it were UTC. */
function wallClock(instant: number, zone: string): number {
  const parts = formatOf(zone).formatToParts(instant);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  const [hour, minute, second] = [part('hour'), part('minute'), part('second')];
  return Date.UTC(part('year'), part('month') - 1, part('day'), hour, minute, second);
}

/** Where a step begins. By hand: hours and less by the clock, days and more by the calendar. */
export function stepBegin(instant: number, step: AnalyticsStep, zone: string): string {
  const wall = wallClock(instant, zone);
  const short = { second: 1_000, minute: 60_000, hour: HOUR }[step as string];
  if (short !== undefined) {
    const into = (wall % short) + (instant % 1_000);
    return new Date(instant - into).toISOString();
  }
  const begin = firstDay(new Date(wall), step);
  // The first moment of that day, wherever its midnight is.
  let [low, high] = [begin - 26 * HOUR, begin + 26 * HOUR];
  while (high - low > 1_000) {
    const middle = Math.floor((low + high) / 2_000) * 1_000;
    if (wallClock(middle, zone) >= begin) high = middle;
    else low = middle;
  }
  return new Date(high).toISOString();
}

/** Midnight of the step's first day, by the clock on the wall. */
function firstDay(wall: Date, step: AnalyticsStep): number {
  const [year, month, date] = [wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate()];
  const since = (years: number, first: number) =>
    Date.UTC(Math.floor((year - first) / years) * years + first, 0, 1);
  switch (step) {
    case 'week':
      return Date.UTC(year, month, date - ((wall.getUTCDay() + 6) % 7));
    case 'month':
      return Date.UTC(year, month, 1);
    case 'quarter':
      return Date.UTC(year, month - (month % 3), 1);
    case 'year':
      return since(1, 0);
    case 'decade':
      return since(10, 0);
    case 'century':
      return since(100, 1);
    case 'millennium':
      return since(1_000, 1);
    default:
      return Date.UTC(year, month, date);
  }
}

function valueIn(call: StoredCall, column: AnalyticsColumn): number | null {
  const { startedAt, endedAt } = call;
  const seconds = startedAt === null || endedAt === null ? null : (endedAt - startedAt) / 1_000;
  if (column === 'id') return 1;
  if (column === 'cost' || column === 'costBreakdown.llm') return call.cost;
  if (column === 'duration') return seconds;
  if (column === 'minutesUsed') return seconds === null ? null : seconds / 60;
  return call.status === 'ended' ? 0 : null;
}

function aggregate({ operation, column }: AnalyticsOperation, calls: readonly StoredCall[]) {
  const values = calls.flatMap((call) => valueIn(call, column) ?? []);
  const sum = values.reduce((total, value) => total + value, 0);
  if (operation === 'count') return values.length;
  if (operation === 'sum') return sum;
  if (values.length === 0) return null;
  if (operation === 'avg') return sum / values.length;
  return operation === 'min' ? Math.min(...values) : Math.max(...values);
}

function groupOf(call: StoredCall, group: AnalyticsGroup): string | null {
  if (group === 'type') return 'webCall';
  if (group === 'analysis.successEvaluation') return call.success;
  return call[group];
}

type Row = Record<string, unknown>;

/** What a query answers, in any order. */
export function naively(
  calls: readonly StoredCall[],
  { groupBy = [], operations, timeRange }: AnalyticsQuery,
) {
  const { start = '', end = '', step, timezone = '' } = timeRange ?? {};
  const within = calls.filter(
    ({ createdAt }) => createdAt >= Date.parse(start) && createdAt < Date.parse(end),
  );
  const dateOf = (call: StoredCall, by: AnalyticsStep) => stepBegin(call.createdAt, by, timezone);
  const hasHistory = operations.some(({ operation }) => operation === 'history');
  const keyOf = (call: StoredCall): Row => ({
    ...(step === undefined || hasHistory ? {} : { date: dateOf(call, step) }),
    ...Object.fromEntries(groupBy.map((group) => [group, groupOf(call, group)])),
  });
  const groups = Map.groupBy(within, (call) => JSON.stringify(keyOf(call)));
  // Of nothing at all there is one row, where nothing divides it.
  if (groups.size === 0 && groupBy.length === 0 && (step === undefined || hasHistory))
    groups.set('{}', []);
  return [...groups].map(([key, own]): Row => {
    const values = operations.map((one) => {
      if (one.operation !== 'history') return [analyticsAlias(one), aggregate(one, own)];
      const each = { ...one, operation: one.column === 'id' ? 'count' : 'sum' } as const;
      const steps = [...Map.groupBy(own, (call) => dateOf(call, step ?? 'day'))];
      const history = steps
        .map(([date, some]) => ({ date, value: aggregate(each, some) }))
        .sort((a, b) => Date.parse(a.date) - Date.parse(b.date));
      return [analyticsAlias(one), history];
    });
    return { ...JSON.parse(key), ...Object.fromEntries(values) };
  });
}

/** Calls at once. A call does not run longer than a day: what seems to is not looked at. */
export const levelAt = (calls: readonly StoredCall[], instant: number, from: number): number =>
  calls.filter(
    ({ createdAt, startedAt, endedAt }) =>
      createdAt > from - 24 * HOUR &&
      startedAt !== null &&
      startedAt <= instant &&
      instant < (endedAt ?? Number.POSITIVE_INFINITY),
  ).length;
