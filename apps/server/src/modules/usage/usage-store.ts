import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { usageDayTable } from '../../platform/database/usage-day-table.ts';

export interface Usage {
  readonly callMs: number;
  readonly modelRequests: number;
}

/** What was used on one day. */
export interface UsedToday {
  readonly key: Usage;
  readonly org: Usage;
}

export interface UsageStore {
  /** Adds to what the key used, and answers what it and its organisation have used now. */
  add(
    who: { readonly orgId: string; readonly tokenId: string; readonly day: string },
    used: Partial<Usage>,
  ): Promise<UsedToday>;
}

const table = usageDayTable;

export function createUsageStore(db: Database): UsageStore {
  return {
    async add({ orgId, tokenId, day }, { callMs = 0, modelRequests = 0 }) {
      const [key] = await db
        .insert(table)
        .values({ orgId, tokenId, day, callMs, modelRequests })
        .onConflictDoUpdate({
          target: [table.orgId, table.day, table.tokenId],
          set: {
            callMs: sql`${table.callMs} + ${callMs}`,
            modelRequests: sql`${table.modelRequests} + ${modelRequests}`,
          },
        })
        .returning();
      // After the own use is written: of two at once neither misses the other.
      const [org] = await db
        .select({
          callMs: sql<number>`sum(${table.callMs})`.mapWith(Number),
          modelRequests: sql<number>`sum(${table.modelRequests})`.mapWith(Number),
        })
        .from(table)
        .where(and(eq(table.orgId, orgId), eq(table.day, day)));
      if (key === undefined || org === undefined) throw new Error('The usage was not stored.');
      return { key, org };
    },
  };
}
