import { and, eq, inArray, lt } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { logTable } from '../../platform/database/platform-tables.ts';
import type { RecordingEraser } from '../../rooms/recording/erase-recordings.ts';
import { forgetTranscripts } from './forget-transcripts.ts';
import type { OrgRetention } from './retention-store.ts';

const DAY = 86_400_000;
const LOGS_AT_ONCE = 2_000;

export interface PurgeOptions {
  readonly db: Database;
  readonly recordings: Pick<RecordingEraser, 'olderThan'>;
}

export interface Swept {
  readonly transcripts: number;
  readonly recordings: number;
  readonly logs: number;
}

/** Deletes what an org does not keep any longer at `now`, epoch ms; answers how much that was. */
export async function purge(
  { db, recordings }: PurgeOptions,
  org: OrgRetention,
  { now, signal }: { readonly now: number; readonly signal: AbortSignal },
): Promise<Swept> {
  const before = (days: number) => new Date(now - days * DAY);
  const { orgId, transcriptDays, recordingDays, logDays } = org;
  return {
    transcripts:
      transcriptDays === null
        ? 0
        : await forgetTranscripts(db, { orgId, instant: before(transcriptDays), signal }),
    recordings:
      recordingDays === null ? 0 : await recordings.olderThan(orgId, before(recordingDays), signal),
    logs: logDays === null ? 0 : await forgetLogs(db, { orgId, instant: before(logDays), signal }),
  };
}

async function forgetLogs(
  db: Database,
  { orgId, instant, signal }: { orgId: string; instant: Date; signal: AbortSignal },
): Promise<number> {
  let forgotten = 0;
  let gone = LOGS_AT_ONCE;
  while (gone === LOGS_AT_ONCE && !signal.aborted) {
    const old = db
      .select({ id: logTable.id })
      .from(logTable)
      .where(and(eq(logTable.orgId, orgId), lt(logTable.createdAt, instant)))
      .limit(LOGS_AT_ONCE);
    const rows = await db
      .delete(logTable)
      .where(inArray(logTable.id, old))
      .returning({ id: logTable.id });
    gone = rows.length;
    forgotten += gone;
  }
  return forgotten;
}
