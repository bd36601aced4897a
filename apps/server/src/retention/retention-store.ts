import type { Retention, RetentionUpdate } from '@kindling/protocol';
import { and, eq, isNotNull, or } from 'drizzle-orm';
import { preconditionFailed } from '../api/entity-tag.ts';
import { laterThan } from '../api/resource/later-than.ts';
import type { Database } from '../storage/database.ts';
import { retentionTable } from '../storage/platform-tables.ts';

export interface OrgRetention {
  readonly orgId: string;
  readonly transcriptDays: number | null;
  readonly recordingDays: number | null;
  readonly logDays: number | null;
}

/** How long each org keeps what was said, recorded and logged. */
export interface RetentionStore {
  get(orgId: string): Promise<Retention>;
  /** Sets what is named. `ifMatch`: `updatedAt` that the caller saw, null: whichever; throws `precondition_failed`. */
  update(orgId: string, form: RetentionUpdate, ifMatch: string | null): Promise<Retention>;
  /** Orgs that do not keep everything. */
  listLimited(): Promise<OrgRetention[]>;
}

const KEEP_ALL = { transcriptDays: null, recordingDays: null, logDays: null };

export function createRetentionStore(db: Database, now: () => number): RetentionStore {
  const table = retentionTable;
  const read = (row: typeof table.$inferSelect | undefined): Retention => {
    if (row === undefined) return { ...KEEP_ALL, updatedAt: null };
    const { orgId: _orgId, updatedAt, ...days } = row;
    return { ...days, updatedAt: updatedAt.toISOString() };
  };
  return {
    async get(orgId) {
      const [row] = await db.select().from(table).where(eq(table.orgId, orgId));
      return read(row);
    },
    async update(orgId, form, ifMatch) {
      const set = { ...form, updatedAt: new Date(now()) };
      if (ifMatch !== null) {
        const [row] = await db
          .update(table)
          .set({ ...form, updatedAt: laterThan(table.updatedAt) })
          .where(and(eq(table.orgId, orgId), eq(table.updatedAt, new Date(ifMatch))))
          .returning();
        if (row === undefined) throw preconditionFailed('setting');
        return read(row);
      }
      const [row] = await db
        .insert(table)
        .values({ ...KEEP_ALL, orgId, ...set })
        .onConflictDoUpdate({
          target: table.orgId,
          set: { ...form, updatedAt: laterThan(table.updatedAt) },
        })
        .returning();
      return read(row);
    },
    async listLimited() {
      const { transcriptDays, recordingDays, logDays } = table;
      return db
        .select()
        .from(table)
        .where(or(isNotNull(transcriptDays), isNotNull(recordingDays), isNotNull(logDays)));
    },
  };
}
