import { and, count, eq, ne, type SQL } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { lockOrg } from '../../../platform/database/lock-org.ts';
import { callTable } from '../../../platform/database/schema.ts';

/** An organisation, and how many calls it may have at once; null: as many as there are slots. */
export interface LimitedOrg {
  readonly id: string;
  readonly limit: number | null;
}

/** Whether an organisation has a slot left among all nodes; until the end of `tx` nobody else takes it. */
export async function hasOrgSlot(tx: Database, { id, limit }: LimitedOrg): Promise<boolean> {
  if (limit === null) return true;
  await lockOrg(tx, id);
  const taken = and(
    eq(callTable.orgId, id),
    ne(callTable.status, 'ended'),
    eq(callTable.hasSlot, true),
  );
  const [row] = await tx.select({ calls: count() }).from(callTable).where(taken);
  return (row?.calls ?? 0) < limit;
}

/** Takes a slot for a call that goes on; false: the organisation has none left. */
export function takeOrgSlot(db: Database, held: SQL, org: LimitedOrg): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await hasOrgSlot(tx, org))) return false;
    await tx.update(callTable).set({ hasSlot: true }).where(held);
    return true;
  });
}

export async function giveOrgSlot(db: Database, held: SQL): Promise<void> {
  await db.update(callTable).set({ hasSlot: false }).where(held);
}
