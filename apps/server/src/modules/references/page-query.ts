import type { Page, PageQuery } from '@kindling/protocol';
import { and, asc, desc, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../platform/database/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { listFilters } from './list-filters.ts';

/** A table that is listed by its times. */
export type ListedTable = PgTable & {
  readonly id: AnyPgColumn;
  readonly createdAt: AnyPgColumn;
  readonly updatedAt: AnyPgColumn;
};

interface ListedRow {
  readonly id: string;
  readonly createdAt: Date;
}

export interface PageOptions {
  readonly table: ListedTable;
  readonly query: PageQuery;
  readonly filters: readonly (SQL | undefined)[];
  /** `id` and `createdAt` among them. @default all */
  readonly columns?: Readonly<Record<string, AnyPgColumn>>;
}

/** The statements of one page: its rows with the one after, and how many fit in all. */
export function pageStatements(db: Database, options: PageOptions) {
  const { table, query } = options;
  const { limit, cursor, page = 1, sortOrder } = query;
  const where = and(...options.filters, ...listFilters(query, table));
  const direction = sortOrder === 'ASC' ? asc : desc;
  const columns =
    options.columns ?? (getTableColumns(table as PgTable) as Record<string, AnyPgColumn>);
  return {
    rows: db
      .select({ ...columns })
      .from(table as PgTable)
      .where(
        and(where, cursor === undefined ? undefined : behind(table, readCursor(cursor), sortOrder)),
      )
      .orderBy(direction(table.createdAt), direction(table.id))
      .limit(limit + 1)
      .offset(cursor === undefined ? (page - 1) * limit : 0),
    count: db
      .select({ count: sql<number>`count(*)::int` })
      .from(table as PgTable)
      .where(where),
  };
}

/**
 * One page of the rows that fit `filters`, with how many fit in all.
 *
 * @throws `bad_request` for a wrong cursor
 */
export async function selectPage<Row extends ListedRow, Entity>(
  db: Database,
  options: PageOptions & { readonly read: (row: Row) => Entity },
): Promise<Page<Entity>> {
  const { limit, page = 1 } = options.query;
  const statements = pageStatements(db, options);
  const [rows, [counted]] = await Promise.all([statements.rows, statements.count]);
  const shown = rows.slice(0, limit) as unknown as Row[];
  const last = shown.at(-1);
  return {
    results: shown.map(options.read),
    metadata: {
      itemsPerPage: limit,
      totalItems: counted?.count ?? 0,
      currentPage: page,
      nextCursor: rows.length > limit && last !== undefined ? writeCursor(last) : null,
    },
  };
}

/** What comes after a row, whatever was added or taken away meanwhile. */
export function behind(
  table: ListedTable,
  { createdAt, id }: ListedRow,
  order: 'ASC' | 'DESC',
): SQL {
  const compared = order === 'ASC' ? sql`>` : sql`<`;
  return sql`(${table.createdAt}, ${table.id}) ${compared} (${createdAt.toISOString()}::timestamptz, ${id}::uuid)`;
}

function writeCursor({ createdAt, id }: ListedRow): string {
  return Buffer.from(`${createdAt.toISOString()} ${id}`).toString('base64url');
}

const CURSOR =
  /^((?!0000)\d{4}-\d\d-\d\dT[\d:.]{8,12}Z) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

function readCursor(cursor: string): ListedRow {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, createdAt, id] = CURSOR.exec(text) ?? [];
  if (createdAt !== undefined && id !== undefined && !Number.isNaN(Date.parse(createdAt)))
    return { createdAt: new Date(createdAt), id };
  const message = 'is not one that a list answered. Leave it out to start from the beginning.';
  throw new ApiError('bad_request', `cursor: ${message}`, {
    fields: [{ path: 'cursor', message }],
  });
}
