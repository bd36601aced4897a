import { type Call, type EndReason, serverSchema } from '@kindling/protocol';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../../platform/database/database.ts';
import { callTable } from '../../../platform/database/schema.ts';
import type { JobKind, Jobs } from '../../../platform/jobs/jobs.ts';
import { linesOf } from '../store/call-lines.ts';
import { toCall } from '../store/read-call.ts';
import type { CallReporter } from './call-reporter.ts';
import { storedReport } from './stored-report.ts';

const payload = z.object({ callId: z.string(), server: serverSchema.extend({ url: z.string() }) });
export type CrashReportPayload = z.infer<typeof payload>;

/** Due when a call must be over: a server that crashed during it has not reported its end. */
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
  readonly openReporter: (call: Call, server: CrashReportPayload['server']) => CallReporter;
}

/** Reports the calls that a crash ended. */
export function reportCrashes({ db, jobs, openReporter }: CrashReportsOptions): void {
  jobs.handle(crashReport, async ({ payload: { callId, server } }) => {
    const [row] = await db.select().from(callTable).where(eq(callTable.id, callId));
    if (row === undefined) return;
    if (row.status !== 'ended') throw new Error('The call still goes on.');
    if (row.endedReason !== CRASHED) return;
    const lines = await linesOf(db, callId);
    await openReporter(toCall(row, lines), server).ended(
      storedReport(row, lines),
      row.cost,
      row.costs ?? [],
    );
  });
}
