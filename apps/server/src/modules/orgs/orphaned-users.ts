import { and, inArray, notExists, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { memberTable, userTable } from '../../platform/database/platform-tables.ts';

/** Forgets people who belong to no organisation any more: nothing needs their address. */
export async function removeOrphanedUsers(tx: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .delete(userTable)
    .where(
      and(
        inArray(userTable.id, [...ids]),
        notExists(
          tx
            .select({ one: sql`1` })
            .from(memberTable)
            .where(sql`${memberTable.userId} = ${userTable.id}`),
        ),
      ),
    );
}
