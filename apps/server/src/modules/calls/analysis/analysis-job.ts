import {
  assistantCreateSchema,
  type CallAnalysis,
  type CallMessage,
  ownOutputSchema,
} from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { LlmConfig } from '../../../platform/config/config.ts';
import type { Database } from '../../../platform/database/database.ts';
import { callTable } from '../../../platform/database/schema.ts';
import type { JobKind, Jobs, RunningJob } from '../../../platform/jobs/jobs.ts';
import type { ModelFactories } from '../../assistants/runtime/engines.ts';
import type { Writers } from '../../assistants/runtime/models/writers.ts';
import type { LogWriter } from '../../logs/log-port.ts';
import { callStatus } from '../live/call-status.ts';
import { linesOf } from '../store/call-lines.ts';
import { callLogWriter } from '../store/call-log.ts';
import { toCall } from '../store/read-call.ts';
import type { CallWebhooks } from '../webhooks/call-webhooks.ts';
import { storedReport } from '../webhooks/stored-report.ts';
import { analyseCall } from './analyse-call.ts';
import { analysisQuestions } from './analysis-questions.ts';
import { callMaterial } from './call-material.ts';
import {
  type ExtractedOutputs,
  extractOutputs,
  NO_OUTPUTS,
  outputArtifact,
} from './extract-outputs.ts';
import { readOutputs } from './wanted-outputs.ts';
import { withOutputs, writeOutcome } from './written-outputs.ts';

const payload = z.object({
  callId: z.string(),
  /** As it was in the call, with all that its report says of it; without a plan nothing is analysed. */
  assistant: assistantCreateSchema,
  systemPrompt: z.string(),
  /** What is taken down of the call. Older jobs have none. */
  outputs: z
    .object({
      ids: z.array(z.uuid()),
      own: z.array(z.object({ id: z.uuid(), output: ownOutputSchema })),
    })
    .default({ ids: [], own: [] }),
});
export type AnalysisPayload = z.output<typeof payload>;
type CallRow = typeof callTable.$inferSelect;

/** One at a time: a model on a school's own machine has room for one, and waiting counts as its time. */
export const CALL_ANALYSIS = {
  name: 'call-analysis',
  payload,
  timeout: 45 * 60_000,
} satisfies JobKind<typeof payload>;

export interface AnalysisJobOptions {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'handle' | 'add' | 'wake'>;
  readonly clock: Clock;
  readonly logs: Pick<LogWriter, 'write'>;
  /** The server's language model; null: it has none. */
  readonly llm: LlmConfig | null;
  readonly models: Pick<ModelFactories, 'writer'>;
  readonly writers: Pick<Writers, 'open'>;
  readonly webhooks: Pick<CallWebhooks, 'prepareReport'>;
}

/** Analyses one call; the result is stored and reported once. */
export function createAnalysisJob(options: AnalysisJobOptions) {
  const { db, jobs, clock, logs, llm } = options;

  return async (job: RunningJob<AnalysisPayload>): Promise<void> => {
    const { callId, assistant } = job.payload;
    const [row] = await db.select().from(callTable).where(eq(callTable.id, callId));
    // Deleted, or already reported by an earlier attempt.
    if (row === undefined || row.analysis !== null) return;
    const said = await linesOf(db, callId);
    const { analysis: found, outputs } = await findOut(row, said, job);
    const tell = await options.webhooks.prepareReport(toCall(row, said), assistant);
    await db.transaction(async (tx) => {
      const [current] = await tx
        .select()
        .from(callTable)
        .where(eq(callTable.id, callId))
        .for('update');
      if (current === undefined || current.analysis !== null) return;
      // Where the words were forgotten meanwhile, what was made of them is, too.
      const lines = await linesOf(tx, callId);
      const isForgotten = lines.length === 0;
      const analysis = isForgotten ? {} : (found ?? {});
      const taken = isForgotten ? {} : outputArtifact(current.artifact, outputs, clock.now());
      // What a language model took is not known here.
      const cost = found === null && !outputs.hasAsked ? current.cost : null;
      const artifact = withOutputs(current.artifact, lines, taken);
      await tx
        .update(callTable)
        .set({ analysis, cost, artifact, updatedAt: new Date() })
        .where(eq(callTable.id, callId));
      const report = storedReport(current, lines);
      await tell(tx, { report, cost, costs: current.costs ?? [], analysis, outputs: taken });
    });
    jobs.wake();
  };

  /** The analysis is null where nothing was asked for it. */
  async function findOut(
    row: CallRow,
    said: readonly CallMessage[],
    job: RunningJob<AnalysisPayload>,
  ): Promise<{ readonly analysis: CallAnalysis | null; readonly outputs: ExtractedOutputs }> {
    const { systemPrompt, assistant, outputs } = job.payload;
    const material = callMaterial(row, said, { systemPrompt, ...assistant });
    // The words may have been forgotten. And if this itself took the process down each time, the report is sent
    // without it.
    if (material.transcript === '' || job.last) return { analysis: null, outputs: NO_OUTPUTS };
    const write = callLogWriter({ logs, call: toCall(row, said), now: () => clock.now() });
    const isWanted = async () => (await callStatus(db, row.id)) !== undefined;
    const { signal } = job;
    const analysis =
      assistant.analysisPlan && llm !== null
        ? await analyseCall(analysisQuestions(assistant.analysisPlan, material), {
            model: options.models.writer(llm),
            ...{ clock, signal, isWanted },
            onUnanswered: (name, error) =>
              write({
                message: `The analysis has no ${name}`,
                error: error.message,
                level: 'WARN',
              }),
          })
        : null;
    if (Object.keys(analysis ?? {}).length > 0) write({ message: 'The call was analysed.' });
    const wanted = await readOutputs(db, row.orgId, outputs);
    const { writers } = options;
    const extracting = { writers, orgId: row.orgId, clock, signal, isWanted };
    const extracted = await extractOutputs(wanted, material, extracting);
    writeOutcome(extracted, write);
    return { analysis, outputs: extracted };
  }
}
