import { eq } from 'drizzle-orm';
import type { Database } from './database.ts';
import { orgTable } from './schema.ts';

/** The organisation, which until the end of `tx` nobody else changes; undefined: there is none. */
export async function lockOrg(
  tx: Database,
  id: string,
): Promise<typeof orgTable.$inferSelect | undefined> {
  const [row] = await tx.select().from(orgTable).where(eq(orgTable.id, id)).for('update');
  return row;
}
