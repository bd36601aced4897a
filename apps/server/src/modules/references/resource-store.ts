import { randomUUID } from 'node:crypto';
import type { ListQuery, Page, PageQuery, Stored } from '@kindling/protocol';
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../platform/database/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { preconditionFailed } from './entity-tag.ts';
import { listFilters } from './list-filters.ts';
import { nextUpdatedAt } from './next-updated-at.ts';
import { type ListedTable, selectPage } from './page-query.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A table whose rows are one JSON body and what the server adds. */
export type ResourceTable = ListedTable & {
  readonly orgId: AnyPgColumn;
  readonly body: AnyPgColumn;
};

export interface ResourceRow {
  readonly id: string;
  readonly orgId: string;
  readonly body: Fields;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface Change {
  /** `updatedAt` that the caller saw; null: whichever. Another one is refused with 412. */
  readonly ifMatch: string | null;
  /** Columns beside the body. */
  readonly columns?: Fields;
}

export interface Narrowing {
  readonly filters?: readonly (SQL | undefined)[];
}

/**
 * Stored things of one kind, each of one org. What is missing, or another org's, is refused as
 * `not_found`. `name` is for people: "There is no {name} with this id in your organisation."
 */
export interface ResourceStore<Entity extends Stored, Create extends object> {
  readonly name: string;
  /** `columns` beside the body; an `id` among them is taken instead of a new one. */
  create(orgId: string, form: Create, columns?: Fields): Promise<Entity>;
  /** Newest first. */
  list(orgId: string, query: ListQuery, narrowing?: Narrowing): Promise<Entity[]>;
  page(orgId: string, query: PageQuery, narrowing?: Narrowing): Promise<Page<Entity>>;
  find(orgId: string, id: string): Promise<Entity | null>;
  get(orgId: string, id: string): Promise<Entity>;
  /** Sets the named fields; null takes one away. */
  update(orgId: string, id: string, form: object, change?: Change): Promise<Entity>;
  replace(orgId: string, id: string, form: Create, change?: Change): Promise<Entity>;
  remove(orgId: string, id: string, change?: Change): Promise<Entity>;
  /** The same in a transaction. */
  within(tx: Database): ResourceStore<Entity, Create>;
}

export interface ResourceStoreOptions<Entity extends Stored> {
  readonly table: ResourceTable;
  readonly name: string;
  /** @default body and what the server adds */
  readonly read?: (row: ResourceRow) => Entity;
}

export function createResourceStore<Entity extends Stored, Create extends object>(
  db: Database,
  options: ResourceStoreOptions<Entity>,
): ResourceStore<Entity, Create> {
  const { table, name } = options;
  const read = options.read ?? ((row) => readResource(row) as unknown as Entity);
  const owned = (orgId: string, id: string) => and(eq(table.orgId, orgId), eq(table.id, id));
  const rowsOf = (rows: unknown) => rows as readonly ResourceRow[];
  const missing = () =>
    new ApiError('not_found', `There is no ${name} with this id in your organisation.`);

  const find = async (orgId: string, id: string): Promise<Entity | null> => {
    const rows = await db
      .select()
      .from(table as PgTable)
      .where(owned(orgId, id));
    const [row] = rowsOf(rows);
    return row === undefined ? null : read(row);
  };
  const get = async (orgId: string, id: string): Promise<Entity> => {
    const found = await find(orgId, id);
    if (found === null) throw missing();
    return found;
  };
  /** The row after a change; tells a missing row from one that was changed concurrently. */
  const changed = async (rows: unknown, orgId: string, id: string): Promise<Entity> => {
    const [row] = rowsOf(rows);
    if (row !== undefined) return read(row);
    await get(orgId, id);
    throw preconditionFailed(name);
  };
  const matchesVersion = ({ ifMatch }: Change) =>
    ifMatch === null ? undefined : eq(table.updatedAt, new Date(ifMatch));
  const write = async (orgId: string, id: string, body: SQL | Fields, change: Change) => {
    const updatedAt = nextUpdatedAt(table.updatedAt);
    const rows = await db
      .update(table as PgTable)
      .set({ ...change.columns, body, updatedAt })
      .where(and(owned(orgId, id), matchesVersion(change)))
      .returning();
    return changed(rows, orgId, id);
  };

  return {
    name,
    find,
    get,
    async create(orgId, form, columns = {}) {
      const now = new Date();
      const row = {
        id: randomUUID(),
        ...columns,
        orgId,
        body: ownFields(form),
        createdAt: now,
        updatedAt: now,
      };
      const [stored] = rowsOf(
        await db
          .insert(table as PgTable)
          .values(row)
          .returning(),
      );
      if (stored === undefined) throw new Error(`The ${name} was not stored.`);
      return read(stored);
    },
    async list(orgId, query, { filters = [] } = {}) {
      const rows = await db
        .select()
        .from(table as PgTable)
        .where(and(eq(table.orgId, orgId), ...filters, ...listFilters(query, table)))
        .orderBy(desc(table.createdAt), desc(table.id))
        .limit(query.limit);
      return rowsOf(rows).map(read);
    },
    page: (orgId, query, { filters = [] } = {}) =>
      selectPage<ResourceRow, Entity>(db, {
        table,
        query,
        read,
        filters: [eq(table.orgId, orgId), ...filters],
      }),
    async update(orgId, id, form, change = ANY_STATE) {
      return write(orgId, id, mergedBody(table, ownFields(form)), change);
    },
    replace: (orgId, id, form, change = ANY_STATE) => write(orgId, id, ownFields(form), change),
    async remove(orgId, id, change = ANY_STATE) {
      const where = and(owned(orgId, id), matchesVersion(change));
      return changed(
        await db
          .delete(table as PgTable)
          .where(where)
          .returning(),
        orgId,
        id,
      );
    },
    within: (tx) => createResourceStore<Entity, Create>(tx, options),
  };
}

/** The stored fields with these over them; null takes a field away. */
function mergedBody(table: ResourceTable, fields: Fields): SQL {
  const gone = Object.keys(fields).filter((key) => fields[key] === null);
  const merged = sql`(${table.body} || ${JSON.stringify(fields)}::jsonb)`;
  return gone.reduce((left, key) => sql`(${left} - ${key}::text)`, merged);
}

export function readResource(row: ResourceRow): Stored & Fields {
  return {
    ...row.body,
    id: row.id,
    orgId: row.orgId,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

const ANY_STATE: Change = { ifMatch: null };

/** The server's own fields are dropped when a caller sends back what it has read. */
function ownFields(form: object): Fields {
  const {
    id: _id,
    orgId: _orgId,
    createdAt: _created,
    updatedAt: _updated,
    ...fields
  } = form as Fields;
  return fields;
}
