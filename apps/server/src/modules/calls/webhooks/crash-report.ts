import { assistantCreateSchema, type Call, type EndReason, serverSchema } from '@kindling/protocol';
import { and, eq, exists, gt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Nodes } from '../../../platform/cluster/nodes.ts';
import { ofGoneNodes } from '../../../platform/cluster/of-gone-nodes.ts';
import type { Database } from '../../../platform/database/database.ts';
import { jobTable } from '../../../platform/database/platform-tables.ts';
import { callTable } from '../../../platform/database/schema.ts';
import type { JobKind, Jobs } from '../../../platform/jobs/jobs.ts';
import { linesOf } from '../store/call-lines.ts';
import { toCall } from '../store/read-call.ts';
import type { CallReporter } from './call-reporter.ts';
import { storedReport } from './stored-report.ts';

const payload = z.object({
  callId: z.string(),
  server: serverSchema.extend({ url: z.string() }),
  /** What the report says of it. Jobs of the release before have none, and wait also where it was reported. */
  assistant: assistantCreateSchema.optional(),
  /** A node that did not have the call ended it, and has reported nothing. */
  owed: z.boolean().default(false),
});
export type CrashReportPayload = z.infer<typeof payload>;

/**
 * There while a report is owed. Due when the call must be over, or when its server is: one that crashed during the call,
 * or between its end and the report, has not reported it.
 */
export const crashReport = {
  name: 'crash-report',
  payload,
} satisfies JobKind<typeof payload>;

/** How long after its longest duration a call is looked at, ms. */
const MARGIN = 10 * 60_000;
const CRASHED: EndReason = 'kindling.server-crashed';

export const crashReportDue = (now: number, maxDurationSeconds: number): Date =>
  new Date(now + maxDurationSeconds * 1_000 + MARGIN);

export interface CrashReportsOptions {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'handle'>;
  readonly openReporter: (call: Call, owed: CrashReportPayload) => CallReporter;
}

/** Of a call that another node ended: it waits until the call must be over, which is now. */
export async function oweReport(
  tx: Database,
  call: Pick<Call, 'id' | 'orgId'>,
  now: Date,
): Promise<void> {
  await tx
    .update(jobTable)
    .set({ dueAt: now, payload: sql`${jobTable.payload} || '{"owed": true}'::jsonb` })
    .where(and(ofCall(call), waitsUntilAfter(now)));
}

/** Of calls that are over, and whose server died, perhaps before it had reported them. Answers how many there are. */
export async function hurryReports(
  db: Database,
  nodes: Pick<Nodes, 'isCluster'>,
  now: Date,
): Promise<number> {
  // By the primary key, for each of the few that wait.
  const isOver = db
    .select({ id: callTable.id })
    .from(callTable)
    .where(
      and(
        eq(callTable.id, sql`(${jobTable.payload} ->> 'callId')::uuid`),
        eq(callTable.status, 'ended'),
        ofGoneNodes(nodes, callTable.nodeId),
      ),
    );
  const hurried = await db
    .update(jobTable)
    .set({ dueAt: now })
    .where(and(waitsUntilAfter(now), exists(isOver)))
    .returning({ id: jobTable.id });
  return hurried.length;
}

/** The call is reported, or will be by what is stored for that. */
export async function settleReport(tx: Database, call: Pick<Call, 'id' | 'orgId'>): Promise<void> {
  await tx.delete(jobTable).where(and(ofCall(call), waits));
}

const waits = and(eq(jobTable.kind, crashReport.name), eq(jobTable.running, false));
const waitsUntilAfter = (now: Date) => and(waits, gt(jobTable.dueAt, now));
const ofCall = ({ id, orgId }: Pick<Call, 'id' | 'orgId'>) =>
  and(eq(jobTable.orgId, orgId), eq(sql`${jobTable.payload} ->> 'callId'`, id));

/** Reports the calls that a crash ended, or kept from being reported. */
export function reportCrashes({ db, jobs, openReporter }: CrashReportsOptions): void {
  jobs.handle(crashReport, async ({ payload }) => {
    const { callId, assistant, owed } = payload;
    const [row] = await db.select().from(callTable).where(eq(callTable.id, callId));
    if (row === undefined) return;
    if (row.status !== 'ended') throw new Error('The call still goes on.');
    if (assistant === undefined && !owed && row.endedReason !== CRASHED) return;
    const lines = await linesOf(db, callId);
    await openReporter(toCall(row, lines), payload).ended(
      storedReport(row, lines),
      row.cost,
      row.costs ?? [],
    );
  });
}
