import type { Retention, RetentionUpdate } from '@kindling/protocol';
import { and, eq } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { retentionTable } from '../../platform/database/platform-tables.ts';
import { orgTable } from '../../platform/database/schema.ts';
import { preconditionFailed } from '../references/entity-tag.ts';
import { nextUpdatedAt } from '../references/next-updated-at.ts';

/** After how many days it is deleted; null: never. */
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
  /** Orgs that do not keep everything, with what they or the server have set. */
  listLimited(): Promise<OrgRetention[]>;
}

const UNSET = { transcriptDays: null, recordingDays: null, logDays: null };

export interface RetentionStoreOptions {
  readonly db: Database;
  readonly now: () => number;
  /** For orgs that set nothing. */
  readonly defaults: Retention['defaults'];
}

export function createRetentionStore(options: RetentionStoreOptions): RetentionStore {
  const { db, now, defaults } = options;
  const table = retentionTable;
  const read = (row: typeof table.$inferSelect | undefined): Retention => {
    if (row === undefined) return { ...UNSET, defaults, updatedAt: null };
    const { orgId: _orgId, updatedAt, ...days } = row;
    return { ...days, defaults, updatedAt: updatedAt.toISOString() };
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
          .set({ ...form, updatedAt: nextUpdatedAt(table.updatedAt) })
          .where(and(eq(table.orgId, orgId), eq(table.updatedAt, new Date(ifMatch))))
          .returning();
        if (row === undefined) throw preconditionFailed('setting');
        return read(row);
      }
      const [row] = await db
        .insert(table)
        .values({ ...UNSET, orgId, ...set })
        .onConflictDoUpdate({
          target: table.orgId,
          set: { ...form, updatedAt: nextUpdatedAt(table.updatedAt) },
        })
        .returning();
      return read(row);
    },
    async listLimited() {
      const rows = await db
        .select({
          orgId: orgTable.id,
          transcriptDays: table.transcriptDays,
          recordingDays: table.recordingDays,
          logDays: table.logDays,
        })
        .from(orgTable)
        .leftJoin(table, eq(table.orgId, orgTable.id));
      return rows
        .map((own) => ({
          orgId: own.orgId,
          transcriptDays: own.transcriptDays ?? defaults.transcriptDays,
          recordingDays: own.recordingDays ?? defaults.recordingDays,
          logDays: own.logDays ?? defaults.logDays,
        }))
        .filter(({ transcriptDays, recordingDays, logDays }) =>
          [transcriptDays, recordingDays, logDays].some((days) => days !== null),
        );
    },
  };
}
