import {
  type AssistantCreate,
  analysisPlanSchema,
  type Call,
  type CallMessage,
} from '@kindling/protocol';
import type { Logger } from 'pino';
import type { LlmConfig } from '../../../platform/config/config.ts';
import { fieldErrors } from '../../../platform/errors/field-errors.ts';
import { keepsWords } from '../../assistants/retention-plans.ts';
import { callStatus } from '../live/call-status.ts';
import { callLogWriter } from '../store/call-log.ts';
import type { CallReporter } from '../webhooks/call-reporter.ts';
import { settleReport } from '../webhooks/crash-report.ts';
import {
  type AnalysisJobOptions,
  type AnalysisPayload,
  CALL_ANALYSIS,
  createAnalysisJob,
} from './analysis-job.ts';
import { analysisQuestions } from './analysis-questions.ts';
import type { Speakers } from './note-speakers.ts';
import { MAX_OUTPUTS, type NamedOutputs, NO_NAMED, namedOutputs } from './wanted-outputs.ts';

/** Fewer messages are no conversation yet. */
const LEAST_MESSAGES = 2;
const NOT_STORED = 'The call was not analysed: that could not be stored';
const NOT_KEPT = 'nothing of it may be kept';
const NO_MATERIAL = { transcript: '', systemPrompt: '', endedReason: '' };

export interface CallAnalysesOptions extends AnalysisJobOptions {
  readonly log: Logger;
}

/** A call that may be looked through when it is over. */
export interface AnalysedCall {
  readonly call: Call;
  /** Whose analysis plan counts: who opens. */
  readonly assistant: AssistantCreate;
  /** All who spoke in the call: the outputs of each are taken down. */
  readonly speakers: Speakers;
}

/** Looks through calls that are over, where their assistants have a plan for it. */
export interface CallAnalyses {
  /** A reporter that leaves the report to the analysis, where there is to be one. */
  before(reporter: CallReporter, analysed: AnalysedCall): CallReporter;
}

/** Registers the job; call it before jobs start. */
export function createCallAnalyses(options: CallAnalysesOptions): CallAnalyses {
  const { db, jobs, clock, log, logs, llm } = options;
  const logOf = (call: Call) => callLogWriter({ logs, call, now: () => clock.now() });
  jobs.handle(CALL_ANALYSIS, createAnalysisJob(options));

  /** Whether the job now has the report to tell. */
  async function add(call: Call, payload: AnalysisPayload): Promise<boolean> {
    // A job could report no end that is not stored.
    if ((await callStatus(db, call.id)) !== 'ended') return false;
    await db.transaction(async (tx) => {
      await jobs.add(tx, CALL_ANALYSIS, { orgId: call.orgId, uniqueKey: call.id, payload });
      await settleReport(tx, call);
    });
    jobs.wake();
    return true;
  }

  /** What is taken down of the call. */
  async function outputsOf({ call, assistant, speakers }: AnalysedCall): Promise<NamedOutputs> {
    const write = logOf(call);
    const owners = { assistants: speakers.assistants(), workflowId: call.workflowId ?? null };
    const named = await namedOutputs(db, call.orgId, owners);
    for (const id of named.missing)
      write({ message: `There is no structured output ${id}.`, level: 'WARN' });
    if (named.tooMany > 0) {
      const message = `Only ${MAX_OUTPUTS} structured outputs are taken down of a call: ${named.tooMany} are left out.`;
      write({ message, level: 'WARN' });
    }
    if (named.ids.length + named.own.length === 0 || keepsWords(assistant)) return named;
    write({ message: `No structured output was taken down: ${NOT_KEPT}.`, level: 'LOG' });
    return NO_NAMED;
  }

  /** Whether the job has the report to tell. */
  async function leave(analysed: AnalysedCall, said: readonly CallMessage[]): Promise<boolean> {
    const { call, assistant } = analysed;
    try {
      const why = assistant.analysisPlan ? obstacle(assistant, said, llm) : 'there is no plan';
      if (assistant.analysisPlan && why !== null)
        logOf(call)({ message: `The call was not analysed: ${why}.`, level: 'LOG' });
      const outputs = await outputsOf(analysed);
      if (why !== null && outputs.ids.length + outputs.own.length === 0) return false;
      return await add(call, jobPayload(analysed, outputs, why === null));
    } catch (error) {
      log.error({ callId: call.id, err: error }, 'call analysis not stored');
      logOf(call)({ message: NOT_STORED, level: 'WARN' });
      return false;
    }
  }

  return {
    before: (reporter, analysed) => ({
      ...reporter,
      async ended(report, cost, costs) {
        const isLeft = await leave(analysed, report.messages);
        await (isLeft ? reporter.settled() : reporter.ended(report, cost, costs));
      },
    }),
  };
}

/** What the job needs: of the assistant only what the analysis and its report read. */
function jobPayload(
  { call, assistant, speakers }: AnalysedCall,
  { ids, own }: NamedOutputs,
  isAnalysed: boolean,
): AnalysisPayload {
  const { name, metadata, server, serverMessages, analysisPlan, variableValues } = assistant;
  return {
    callId: call.id,
    assistant: {
      ...{ name, metadata, server, serverMessages },
      ...(isAnalysed && { analysisPlan }),
      ...(ids.length + own.length > 0 && { variableValues }),
    },
    systemPrompt: speakers.prompts(),
    outputs: { ids: [...ids], own: [...own] },
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
  if (!keepsWords(assistant)) return NOT_KEPT;
  if (analysisQuestions(plan, NO_MATERIAL).length === 0) return 'the plan asks for nothing';
  const spoken = said.filter(({ role }) => role === 'user' || role === 'bot');
  const least = Math.max(1, plan.minMessagesThreshold ?? LEAST_MESSAGES);
  return spoken.length < least ? 'too little was said' : null;
}
