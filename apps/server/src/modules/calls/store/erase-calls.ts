import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import {
  idempotencyTable,
  jobTable,
  logTable,
} from '../../../platform/database/platform-tables.ts';
import { callTable } from '../../../platform/database/schema.ts';
import type { RecordingEraser } from '../../../rooms/recording/erase-recordings.ts';
import type { LogWriter } from '../../logs/log-port.ts';
import { toChatMessage } from '../../sessions/call-session.ts';
import { forgetMessages } from '../../sessions/forget-messages.ts';
import type { EndCall } from '../end-anywhere.ts';
import { readLines } from './call-lines.ts';

export interface CallEraserOptions {
  readonly db: Database;
  readonly endCall: EndCall;
  readonly recordings: Pick<RecordingEraser, 'ofCalls'>;
  readonly logs: Pick<LogWriter, 'flush' | 'forgetCalls'>;
}

export interface ErasedCalls {
  readonly calls: number;
  readonly recordings: number;
  readonly logs: number;
  /** Answers kept for repeated requests, and reports. */
  readonly traces: number;
}

const NONE: ErasedCalls = { calls: 0, recordings: 0, logs: 0, traces: 0 };

/** Deletes calls of an org with all that is kept of them; ends those that go on. */
export type EraseCalls = (orgId: string, ids: readonly string[]) => Promise<ErasedCalls>;

export function createEraseCalls(options: CallEraserOptions): EraseCalls {
  const { db, endCall, recordings, logs: logWriter } = options;
  return async (orgId, given) => {
    if (given.length === 0) return NONE;
    // The list may contain calls of other organisations: only the caller's own are ended.
    const owned = await db
      .select({ id: callTable.id })
      .from(callTable)
      .where(and(eq(callTable.orgId, orgId), inArray(callTable.id, [...given])));
    const ids = owned.map(({ id }) => id);
    if (ids.length === 0) return NONE;
    await Promise.all(ids.map((id) => endCall(id, 'manually-canceled')));
    // Files before rows: what could not be deleted is found again by asking again.
    const erased = await recordings.ofCalls(orgId, ids);
    // Their last lines, too: written later, they would outlive the call.
    logWriter.forgetCalls(ids);
    await logWriter.flush();
    return db.transaction(async (tx) => {
      const logs = await tx
        .delete(logTable)
        .where(and(eq(logTable.orgId, orgId), inArray(logTable.callId, ids)))
        .returning({ id: logTable.id });
      const traces = await forgetTraces(tx, orgId, ids);
      const lines = await readLines(tx, ids);
      const calls = await tx
        .delete(callTable)
        .where(and(eq(callTable.orgId, orgId), inArray(callTable.id, ids)))
        .returning({ id: callTable.id, sessionId: callTable.sessionId });
      for (const { id, sessionId } of calls) {
        const messages = (lines.get(id) ?? []).flatMap(toChatMessage);
        if (sessionId !== null) await forgetMessages(tx, orgId, { sessionId, messages });
      }
      return { calls: calls.length, recordings: erased, logs: logs.length, traces };
    });
  };
}

/** Answers kept for repeated requests, and reports that wait to be sent or were. */
async function forgetTraces(tx: Database, orgId: string, ids: readonly string[]): Promise<number> {
  const answer = sql`${idempotencyTable.answer} -> 'result' ->> 'id'`;
  const answers = await tx
    .delete(idempotencyTable)
    .where(and(eq(idempotencyTable.orgId, orgId), inArray(answer, [...ids])))
    .returning({ id: idempotencyTable.id });
  const callId = sql`${jobTable.payload} ->> 'callId'`;
  const jobs = await tx
    .delete(jobTable)
    .where(and(eq(jobTable.orgId, orgId), inArray(callId, [...ids])))
    .returning({ id: jobTable.id });
  return answers.length + jobs.length;
}
