import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { subscriptionTable } from '../../../platform/database/schema.ts';
import { fromDatabaseError } from './database-refusal.ts';
import type { GivenRows } from './read-rows.ts';
import { RestError } from './rest-error.ts';
import { tableColumns } from './table.ts';

export interface Insertion extends GivenRows {
  /** Columns to give back; the database refuses it. */
  readonly returning: readonly string[];
  /** An upsert; the database refuses it. `target` is empty for the primary key. */
  readonly conflict: {
    readonly resolution: 'ignore-duplicates' | 'merge-duplicates';
    readonly target: readonly string[];
  } | null;
}

/**
 * The table `subscriptions` as the database role `kindling_anon` has it: its rights and the row-level
 * security decide, nothing here does.
 *
 * @throws `RestError`s with what the database said
 */
export interface AnonymousStore {
  /** A row that is there already is passed over in silence: nobody learns that it is. */
  insert(insertion: Insertion): Promise<void>;
  /** As `insert`, with the same response, but nothing is stored. */
  rehearse(insertion: Insertion): Promise<void>;
  /** Always refused. */
  attempt(action: 'select' | 'update' | 'delete'): Promise<never>;
}

export function createAnonymousStore(db: Database): AnonymousStore {
  return {
    insert: (insertion) => asAnonymous(db, (tx) => insert(tx, insertion)),
    rehearse: (insertion) =>
      asAnonymous(db, async (tx) => {
        await insert(tx, insertion);
        throw new Rehearsed();
      }),
    async attempt(action) {
      await asAnonymous(db, (tx) => tx.execute(ATTEMPTS[action]));
      throw writeOnly();
    },
  };
}

/** Ends a transaction that must leave nothing. */
class Rehearsed extends Error {
  override readonly name = 'Rehearsed';
}

async function asAnonymous(db: Database, work: (tx: Database) => Promise<unknown>): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      // Local: the connection has its own role back when the transaction ends, however it ends.
      await tx.execute(sql`set local role kindling_anon`);
      await work(tx);
    });
  } catch (error) {
    if (error instanceof Rehearsed) return;
    throw fromDatabaseError(error);
  }
}

async function insert(tx: Database, { columns, rows, ...options }: Insertion): Promise<void> {
  if (rows.length === 0) return;
  const returning =
    options.returning.length === 0 ? sql`` : sql` returning ${names(options.returning)}`;
  await tx.execute(
    sql`insert into ${subscriptionTable}${values(columns, rows)}${onConflict(options.conflict, columns)}${returning}`,
  );
  // Reached only where read access was granted by hand: still nothing is read or stored.
  if (options.returning.length > 0 || options.conflict !== null) throw writeOnly();
}

/** The database itself turns JSON into the columns' types, as it does for PostgREST. */
function values(columns: readonly string[], rows: GivenRows['rows']): SQL {
  if (columns.length === 0) return sql` default values`;
  const types = columns.map(
    (column) => sql`${sql.identifier(column)} ${sql.raw(tableColumns.get(column) ?? 'text')}`,
  );
  const list = names(columns);
  return sql` (${list}) select ${list} from json_to_recordset(${JSON.stringify(rows)}::json) as _(${sql.join(types, sql`, `)})`;
}

function onConflict(conflict: Insertion['conflict'], columns: readonly string[]): SQL {
  // Without a target it needs no right to read, so it works for who may only insert.
  if (conflict === null) return sql` on conflict do nothing`;
  const target = names(conflict.target.length === 0 ? ['id'] : conflict.target);
  if (conflict.resolution === 'ignore-duplicates') return sql` on conflict (${target}) do nothing`;
  const set = columns.map((it) => sql`${sql.identifier(it)} = excluded.${sql.identifier(it)}`);
  return sql` on conflict (${target}) do update set ${sql.join(set, sql`, `)}`;
}

function names(columns: readonly string[]): SQL {
  return sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  );
}

const ATTEMPTS = {
  select: sql`select * from ${subscriptionTable} limit 0`,
  update: sql`update ${subscriptionTable} set "source" = "source" where false`,
  delete: sql`delete from ${subscriptionTable} where false`,
} as const;

function writeOnly(): RestError {
  return new RestError(401, '42501', 'permission denied for table subscriptions', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
}
