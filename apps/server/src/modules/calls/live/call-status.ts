import { eq } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { callTable } from '../../../platform/database/schema.ts';

/** How a call stands, without its words, which may be long; undefined: it is gone. */
export async function callStatus(
  db: Database,
  id: string,
): Promise<(typeof callTable.$inferSelect)['status'] | undefined> {
  const wanted = eq(callTable.id, id);
  const [row] = await db.select({ status: callTable.status }).from(callTable).where(wanted);
  return row?.status;
}
