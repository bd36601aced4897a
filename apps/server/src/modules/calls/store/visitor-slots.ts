import { and, count, eq, ne, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { callTable } from '../../../platform/database/schema.ts';

/** The visitor behind an address, and how many calls they may have at once. */
export interface LimitedVisitor {
  /** By which they are known again; no address. */
  readonly hash: string;
  readonly limit: number;
}

/** Whether a visitor may have one more call among all nodes; until the end of `tx` they get no other. */
export async function hasVisitorSlot(
  tx: Database,
  { hash, limit }: LimitedVisitor,
): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${hash}, 0))`);
  const theirs = and(eq(callTable.visitorHash, hash), ne(callTable.status, 'ended'));
  const [row] = await tx.select({ calls: count() }).from(callTable).where(theirs);
  return (row?.calls ?? 0) < limit;
}
