import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../storage/database.ts';

type Table = PgTable & { readonly id: AnyPgColumn };

/** Deletes rows; answers the ids of those that went. No condition deletes none. */
export async function takeRows(
  tx: Database,
  table: Table,
  where: SQL | undefined,
): Promise<readonly string[]> {
  const gone = await tx
    .delete(table)
    .where(where ?? sql`false`)
    .returning({ id: table.id });
  return gone.map(({ id }) => String(id));
}

/** Deletes rows; answers how many went. */
export async function eraseRows(
  tx: Database,
  table: Table,
  where: SQL | undefined,
): Promise<number> {
  return (await takeRows(tx, table, where)).length;
}
