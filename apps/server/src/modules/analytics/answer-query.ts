import { type AnalyticsQuery, type AnalyticsResult, analyticsAlias } from '@kindling/protocol';
import type { Database } from '../../platform/database/database.ts';
import { sqlState } from '../../platform/database/sql-state.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { type Level, queryConcurrency } from './concurrency.ts';
import { type AnalyticsRow, historyOf, queryCalls, sumsOf, toInstant } from './query-calls.ts';
import { type ChosenRange, chooseRange } from './time-range.ts';

interface Asked {
  readonly db: Database;
  readonly orgId: string;
  readonly query: AnalyticsQuery;
  readonly range: ChosenRange;
}

const INVALID_PARAMETER_VALUE = '22023';

/**
 * Answers one query over the org's calls.
 *
 * @throws `bad_request` for a zone the database lacks
 */
export async function answerQuery(
  db: Database,
  orgId: string,
  query: AnalyticsQuery,
): Promise<AnalyticsResult> {
  const range = chooseRange(query.timeRange, new Date());
  const asked = { db, orgId, query, range };
  try {
    const hasHistory = query.operations.some(({ operation }) => operation === 'history');
    const result = hasHistory ? await answerHistory(asked) : await answerSteps(asked);
    return { name: query.name, timeRange: showRange(range), result };
  } catch (error) {
    if (sqlState(error) !== INVALID_PARAMETER_VALUE) throw error;
    const message = 'is a time zone this database does not know.';
    throw new ApiError('bad_request', `timeRange.timezone: ${message}`, {
      fields: [{ path: 'timeRange.timezone', message }],
      cause: error,
    });
  }
}

/** A row for each step and group. */
async function answerSteps({ db, orgId, query, range }: Asked): Promise<AnalyticsRow[]> {
  const { step } = range;
  const groupBy = query.groupBy ?? [];
  const sums = sumsOf(query.operations);
  const levels = hasConcurrency(query) ? await queryConcurrency(db, orgId, range, step) : [];
  const asked = sums.length > 0 || groupBy.length > 0;
  const rows = asked ? await queryCalls(db, { orgId, range, groupBy, step, sums }) : [];
  if (levels.length === 0) return rows;
  if (step === null) return [{ ...rows[0], ...levelValues(query, levels[0]) }];
  const byDate = new Map(rows.map((row) => [row.date, row]));
  return levels.map((level) => {
    const date = toInstant(level.date);
    return { date, ...zeros(query), ...byDate.get(date), ...levelValues(query, level) };
  });
}

/** A row for each group: other operations over the whole range, histories step by step. */
async function answerHistory({ db, orgId, query, range }: Asked): Promise<AnalyticsRow[]> {
  const step = range.step ?? 'day';
  const groupBy = query.groupBy ?? [];
  const histories = query.operations.flatMap((one) =>
    one.operation === 'history' && one.column !== 'concurrency'
      ? [historyOf(one.column, analyticsAlias(one))]
      : [],
  );
  const whole = { orgId, range, groupBy };
  const sums = sumsOf(query.operations);
  const count = { operation: 'count', column: 'id', alias: 'calls of the group' } as const;
  const rows = await queryCalls(db, { ...whole, step: null, sums: [count, ...sums] });
  const steps = await queryCalls(db, { ...whole, step, sums: [count, ...histories] });
  const keyOf = (row: AnalyticsRow) => JSON.stringify(groupBy.map((group) => row[group]));
  const byGroup = Map.groupBy(steps, keyOf);
  const whollyConcurrent = hasConcurrency(query)
    ? await readLevels({ db, orgId, query, range })
    : {};
  return rows.map(({ [count.alias]: _, ...row }) => {
    const own = byGroup.get(keyOf(row)) ?? [];
    const series = histories.map(({ alias }) => [
      alias,
      own.map(({ date, [alias]: value }) => ({ date, value })),
    ]);
    return { ...row, ...Object.fromEntries(series), ...whollyConcurrent };
  });
}

async function readLevels({ db, orgId, query, range }: Asked): Promise<AnalyticsRow> {
  const steps = await queryConcurrency(db, orgId, range, range.step ?? 'day');
  const [whole] = await queryConcurrency(db, orgId, range, null);
  const histories = query.operations
    .filter(({ operation, column }) => operation === 'history' && column === 'concurrency')
    .map((one) => [
      analyticsAlias(one),
      steps.map(({ date, max }) => ({ date: toInstant(date), value: max })),
    ]);
  return { ...levelValues(query, whole), ...Object.fromEntries(histories) };
}

const hasConcurrency = ({ operations }: AnalyticsQuery) =>
  operations.some(({ column }) => column === 'concurrency');

function levelValues({ operations }: AnalyticsQuery, level: Level | undefined): AnalyticsRow {
  const values = operations.flatMap((one) => {
    const { operation, column } = one;
    if (column !== 'concurrency') return [];
    if (operation !== 'min' && operation !== 'max' && operation !== 'avg') return [];
    return [[analyticsAlias(one), level?.[operation] ?? 0] as const];
  });
  return Object.fromEntries(values);
}

/** Of a step without calls. */
function zeros({ operations }: AnalyticsQuery): AnalyticsRow {
  const empty = sumsOf(operations).map(({ operation, alias }) => [
    alias,
    operation === 'count' || operation === 'sum' ? 0 : null,
  ]);
  return Object.fromEntries(empty);
}

const showRange = ({ start, end, timezone, step }: ChosenRange) => ({
  ...(step === null ? {} : { step }),
  start: start.toISOString(),
  end: end.toISOString(),
  timezone,
});
