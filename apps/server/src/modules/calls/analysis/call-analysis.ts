import {
  type AssistantCreate,
  analysisPlanSchema,
  assistantCreateSchema,
  type Call,
  type CallAnalysis,
  type CallMessage,
} from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import { eq } from 'drizzle-orm';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { LlmConfig } from '../../../platform/config/config.ts';
import type { Database } from '../../../platform/database/database.ts';
import { callTable } from '../../../platform/database/schema.ts';
import { fieldErrors } from '../../../platform/errors/field-errors.ts';
import type { JobKind, Jobs, RunningJob } from '../../../platform/jobs/jobs.ts';
import { keepsWords } from '../../assistants/retention-plans.ts';
import type { ModelFactories } from '../../assistants/runtime/engines.ts';
import type { LogWriter } from '../../logs/log-port.ts';
import { callStatus } from '../live/call-status.ts';
import { linesOf } from '../store/call-lines.ts';
import { callLogWriter } from '../store/call-log.ts';
import { toCall } from '../store/read-call.ts';
import type { CallReporter } from '../webhooks/call-reporter.ts';
import type { CallWebhooks } from '../webhooks/call-webhooks.ts';
import { storedReport } from '../webhooks/stored-report.ts';
import { analyseCall } from './analyse-call.ts';
import { analysisQuestions } from './analysis-questions.ts';

const payload = z.object({
  callId: z.string(),
  /** As it was in the call, with all that its report says of it. */
  assistant: assistantCreateSchema,
  systemPrompt: z.string(),
});
type Payload = z.output<typeof payload>;
type CallRow = typeof callTable.$inferSelect;

/** One at a time: a model on a school's own machine has room for one, and waiting counts as its time. */
export const CALL_ANALYSIS = {
  name: 'call-analysis',
  payload,
  timeout: 45 * 60_000,
} satisfies JobKind<typeof payload>;

/** Fewer messages are no conversation yet. */
const LEAST_MESSAGES = 2;
const NOT_STORED = 'The call was not analysed: that could not be stored';
const NO_MATERIAL = { transcript: '', systemPrompt: '', endedReason: '' };

export interface CallAnalysesOptions {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'handle' | 'add' | 'wake'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly logs: Pick<LogWriter, 'write'>;
  /** The server's language model; null: it has none. */
  readonly llm: LlmConfig | null;
  readonly models: Pick<ModelFactories, 'writer'>;
  readonly webhooks: Pick<CallWebhooks, 'prepareReport'>;
}

/** A call that may be looked through when it is over. */
export interface AnalysedCall {
  readonly call: Call;
  /** Whose plan counts: who opens. */
  readonly assistant: AssistantCreate;
  /** The system prompts of all assistants that spoke in the call. */
  readonly systemPrompt: () => string;
}

/** Looks through calls that are over, where their assistant has a plan for it. */
export interface CallAnalyses {
  /** A reporter that leaves the report to the analysis, where there is to be one. */
  before(reporter: CallReporter, analysed: AnalysedCall): CallReporter;
}

/** Registers the job; call it before jobs start. */
export function createCallAnalyses(options: CallAnalysesOptions): CallAnalyses {
  const { db, jobs, clock, log, logs, llm } = options;
  const logOf = (call: Call) => callLogWriter({ logs, call, now: () => clock.now() });

  /** Whether the job now has the report to tell. */
  async function add(analysed: AnalysedCall): Promise<boolean> {
    const { call } = analysed;
    try {
      // A job could report no end that is not stored.
      if ((await callStatus(db, call.id)) !== 'ended') return false;
      await jobs.add(db, CALL_ANALYSIS, {
        orgId: call.orgId,
        uniqueKey: call.id,
        payload: jobPayload(analysed),
      });
      jobs.wake();
      return true;
    } catch (error) {
      log.error({ callId: call.id, err: error }, 'call analysis not stored');
      logOf(call)({ message: NOT_STORED, level: 'WARN' });
      return false;
    }
  }

  jobs.handle(CALL_ANALYSIS, async (job) => {
    const { callId, assistant } = job.payload;
    const [row] = await db.select().from(callTable).where(eq(callTable.id, callId));
    // Deleted, or already reported by an earlier attempt.
    if (row === undefined || row.analysis !== null) return;
    const said = await linesOf(db, callId);
    const found = await analyse(row, said, job);
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
      const analysis = lines.length === 0 ? {} : (found ?? {});
      // What a language model took is not known here.
      const cost = found === null ? current.cost : null;
      await tx
        .update(callTable)
        .set({ analysis, cost, updatedAt: new Date() })
        .where(eq(callTable.id, callId));
      const report = storedReport(current, lines);
      await tell(tx, { report, cost, costs: current.costs ?? [], analysis });
    });
    jobs.wake();
  });

  /** Null: nothing was asked. */
  async function analyse(
    row: CallRow,
    said: readonly CallMessage[],
    job: RunningJob<Payload>,
  ): Promise<CallAnalysis | null> {
    const { assistant, systemPrompt, callId } = job.payload;
    const { transcript, endReason: endedReason } = storedReport(row, said);
    // The words may have been forgotten, the server started without a model. And if the analysis itself
    // took the process down each time, the report is sent without one.
    if (llm === null || transcript === '' || job.last) return null;
    const write = logOf(toCall(row, said));
    const questions = analysisQuestions(assistant.analysisPlan ?? {}, {
      transcript,
      systemPrompt,
      endedReason,
    });
    const analysis = await analyseCall(questions, {
      model: options.models.writer(llm),
      clock,
      signal: job.signal,
      isWanted: async () => (await callStatus(db, callId)) !== undefined,
      onUnanswered: (name, error) =>
        write({ message: `The analysis has no ${name}`, error: error.message, level: 'WARN' }),
    });
    if (Object.keys(analysis).length > 0) write({ message: 'The call was analysed.' });
    return analysis;
  }

  return {
    before: (reporter, analysed) => ({
      ...reporter,
      async ended(report, cost, costs) {
        const { call, assistant } = analysed;
        if (!assistant.analysisPlan) return reporter.ended(report, cost, costs);
        const why = obstacle(assistant, report.messages, llm);
        if (why !== null) {
          logOf(call)({ message: `The call was not analysed: ${why}.`, level: 'LOG' });
          return reporter.ended(report, cost, costs);
        }
        await ((await add(analysed)) ? reporter.settled() : reporter.ended(report, cost, costs));
      },
    }),
  };
}

/** What the job needs: of the assistant only what the analysis and its report read. */
function jobPayload({ call, assistant, systemPrompt }: AnalysedCall): Payload {
  const { name, metadata, server, serverMessages, analysisPlan } = assistant;
  return {
    callId: call.id,
    assistant: { name, metadata, server, serverMessages, analysisPlan },
    systemPrompt: systemPrompt(),
  };
}

/** Why there is no analysis; null: there is to be one. */
function obstacle(
  assistant: AssistantCreate,
  said: readonly CallMessage[],
  llm: LlmConfig | null,
): string | null {
  // One that was stored before plans were checked may be anything.
  const { data: plan, error } = analysisPlanSchema.safeParse(assistant.analysisPlan);
  if (plan === undefined) return `the plan does not fit: ${fieldErrors(error.issues)[0]?.path}`;
  if (llm === null) return 'the server has no language model (LLM_BASE_URL)';
  if (!keepsWords(assistant)) return 'nothing of it may be kept';
  if (analysisQuestions(plan, NO_MATERIAL).length === 0) return 'the plan asks for nothing';
  const spoken = said.filter(({ role }) => role === 'user' || role === 'bot');
  const least = Math.max(1, plan.minMessagesThreshold ?? LEAST_MESSAGES);
  return spoken.length < least ? 'too little was said' : null;
}
