import {
  type AnalyticsColumn,
  type AnalyticsOperation,
  type AnalyticsQuery,
  type AnalyticsStep,
  analyticsAlias,
} from '@kindling/protocol';
import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { callTable } from '../../platform/database/schema.ts';
import type { ApiError } from '../../platform/errors/api-error.ts';
import { badField } from '../../platform/errors/bad-field.ts';
import { GROUPS, VALUES } from './columns.ts';
import { type ChosenRange, stepOf } from './time-range.ts';

export type AnalyticsRow = Record<string, unknown>;

/** One operation over the calls of a group; `history` is one of these for each step. */
type Sum = Omit<AnalyticsOperation, 'operation' | 'column'> & {
  readonly operation: Exclude<AnalyticsOperation['operation'], 'history'>;
  readonly column: Exclude<AnalyticsColumn, 'concurrency'>;
  readonly alias: string;
};

export interface CallsQuery {
  readonly orgId: string;
  readonly range: ChosenRange;
  readonly groupBy: NonNullable<AnalyticsQuery['groupBy']>;
  readonly step: AnalyticsStep | null;
  readonly sums: readonly Sum[];
}

/** More than anybody draws; a shorter answer keeps the server's memory flat. */
export const ROWS_MAX = 10_000;

/**
 * The sums of every group, in the order of their steps.
 *
 * @throws `bad_request` for too many rows
 */
export async function queryCalls(db: Database, query: CallsQuery): Promise<AnalyticsRow[]> {
  const { range, step, groupBy, sums } = query;
  const keys: Record<string, SQL> = {
    ...(step === null ? {} : { date: stepOf(callTable.createdAt, step, range.timezone) }),
    ...Object.fromEntries(groupBy.map((group) => [group, GROUPS[group]])),
  };
  const values = Object.fromEntries(sums.map((one) => [one.alias, aggregate(one)]));
  // By number: the same words with other parameters are another expression to the database.
  const ordinals = Object.keys(keys).map((_, index) => sql.raw(String(index + 1)));
  const rows: AnalyticsRow[] = await db
    .select({ ...keys, ...values })
    .from(callTable)
    .where(
      and(
        eq(callTable.orgId, query.orgId),
        gte(callTable.createdAt, range.start),
        lt(callTable.createdAt, range.end),
      ),
    )
    .groupBy(...ordinals)
    .orderBy(...ordinals)
    .limit(ROWS_MAX + 1);
  if (rows.length > ROWS_MAX) throw tooMany('rows');
  return rows.map((row) => (step === null ? row : { ...row, date: toInstant(row.date) }));
}

function aggregate({ operation, column }: Sum): SQL {
  const value = VALUES[column];
  switch (operation) {
    case 'count':
      return sql`count(${value})::int`;
    case 'sum':
      return sql`coalesce(sum(${value}), 0)::float8`;
    case 'avg':
      return sql`avg(${value})::float8`;
    case 'min':
      return sql`min(${value})::float8`;
    case 'max':
      return sql`max(${value})::float8`;
  }
}

export const toInstant = (time: unknown): string => new Date(Number(time)).toISOString();

export function tooMany(what: string): ApiError {
  const message = `That would be more than ${ROWS_MAX} ${what}: choose a longer step or a shorter range.`;
  return badField('timeRange.step', message);
}

/** What a history tells of each step. */
export const historyOf = (column: Sum['column'], alias: string): Sum => ({
  operation: column === 'id' ? 'count' : 'sum',
  column,
  alias,
});

/** The operations that the database answers by itself. */
export function sumsOf(operations: readonly AnalyticsOperation[]): Sum[] {
  return operations.flatMap((one) => {
    const { operation, column } = one;
    if (operation === 'history' || column === 'concurrency') return [];
    return [{ operation, column, alias: analyticsAlias(one) }];
  });
}
