import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { chatTable, jobTable, sessionTable } from '../../platform/database/platform-tables.ts';
import { callTable } from '../../platform/database/schema.ts';
import { forgetLines, hasLines } from '../calls/store/call-lines.ts';

/** Rows changed at once: others get their turn in between. */
const AT_ONCE = 500;

/**
 * Deletes what was said before `moment` in an org's calls, chats, sessions and reports. Calls are kept,
 * with their times, end reason and cost. Returns how many rows were changed.
 */
export async function forgetTranscripts(
  db: Database,
  { orgId, instant, signal }: { orgId: string; instant: Date; signal: AbortSignal },
): Promise<number> {
  let forgotten = 0;
  for (const forget of [forgetCalls, forgetChats, forgetSessions, forgetReports]) {
    let changed = AT_ONCE;
    while (changed === AT_ONCE && !signal.aborted) {
      changed = await forget(db, orgId, instant);
      forgotten += changed;
    }
  }
  return forgotten;
}

/** Calls that ended before `moment` and of which is kept what was said. */
export function oldCalls(db: Database, orgId: string, instant: Date) {
  return db
    .select({ id: callTable.id })
    .from(callTable)
    .where(and(eq(callTable.orgId, orgId), lt(callTable.endedAt, instant), transcribed))
    .limit(AT_ONCE);
}

async function forgetCalls(db: Database, orgId: string, instant: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const changed = await tx
      .update(callTable)
      .set({ artifact: null, analysis: null, endedMessage: null, updatedAt: NOW })
      .where(inArray(callTable.id, oldCalls(tx, orgId, instant)))
      .returning({ id: callTable.id });
    await forgetLines(
      tx,
      changed.map(({ id }) => id),
    );
    return changed.length;
  });
}

async function forgetChats(db: Database, orgId: string, instant: Date): Promise<number> {
  const old = db
    .select({ id: chatTable.id })
    .from(chatTable)
    .where(and(eq(chatTable.orgId, orgId), lt(chatTable.createdAt, instant)))
    .limit(AT_ONCE);
  const gone = await db
    .delete(chatTable)
    .where(inArray(chatTable.id, old))
    .returning({ id: chatTable.id });
  return gone.length;
}

async function forgetSessions(db: Database, orgId: string, instant: Date): Promise<number> {
  const old = db
    .select({ id: sessionTable.id })
    .from(sessionTable)
    .where(
      and(
        eq(sessionTable.orgId, orgId),
        lt(sessionTable.updatedAt, instant),
        sql`jsonb_array_length(coalesce(${sessionTable.body} -> 'messages', '[]'::jsonb)) > 0`,
      ),
    )
    .limit(AT_ONCE);
  const changed = await db
    .update(sessionTable)
    .set({
      body: sql`(${sessionTable.body} - 'artifact') || '{"messages": []}'::jsonb`,
      updatedAt: NOW,
    })
    .where(inArray(sessionTable.id, old))
    .returning({ id: sessionTable.id });
  return changed.length;
}

/** Reports of calls that were sent, and are kept a while to see that they were. */
async function forgetReports(db: Database, orgId: string, instant: Date): Promise<number> {
  const old = db
    .select({ id: jobTable.id })
    .from(jobTable)
    .where(
      and(
        eq(jobTable.orgId, orgId),
        lt(jobTable.finishedAt, instant),
        sql`${jobTable.payload} ->> 'callId' is not null`,
      ),
    )
    .limit(AT_ONCE);
  const gone = await db
    .delete(jobTable)
    .where(inArray(jobTable.id, old))
    .returning({ id: jobTable.id });
  return gone.length;
}

/** A call that a crash ended has no artifact, but what was said until then. The first half is its index's. */
const transcribed = sql`(
  (${callTable.artifact} is not null or ${callTable.endedReason} = 'kindling.server-crashed')
  and (${callTable.artifact} is not null or ${hasLines})
)`;

const NOW = sql`now()`;
