import type { ConversationReport } from '@kindling/conversation';
import type { AssistantCreate } from '@kindling/protocol';
import type { ServerMessage } from '@kindling/protocol/messages';
import { retry, wait } from '@kindling/protocol/retry';
import { tryLater } from '../../../platform/jobs/try-later.ts';
import type { CallMetrics } from '../../../platform/metrics/metrics.ts';
import { isDoneWithin } from '../../../platform/time/is-done-within.ts';
import { keepsWords } from '../../assistants/retention-plans.ts';
import type { AssistantRouter, WorkflowTrace } from '../../assistants/runtime/router.ts';
import { storableJson } from '../../chats/storable-text.ts';
import type { CostMeter } from '../../usage/cost-meter.ts';
import type { CallEnd, CallWriter } from '../store/call-writer.ts';
import type { CallReporter } from '../webhooks/call-reporter.ts';
import type { CallRoomOptions } from './call-room.ts';
import { retainedReport, withinLimits } from './retained-report.ts';

/** How long the end waits for what the answer took that it cut off, ms. */
const COSTS_TIMEOUT = 500;
/** How long the report waits for recordings to be written, ms. */
const FEATURES_TIMEOUT = 3_000;
const STORE_ATTEMPTS = 3;
const STORE_PAUSE = 300;

export interface RecordEndOptions extends Pick<CallRoomOptions, 'id' | 'clock' | 'log'> {
  readonly router: Pick<AssistantRouter, 'workflowTrace'>;
  readonly cost: CostMeter['cost'];
  /** @default nothing was had elsewhere */
  readonly costs?: CostMeter['costs'];
  /** @default all is counted at once */
  readonly settled?: CostMeter['settled'];
  /** Whose plans say what is kept. */
  readonly assistant: AssistantCreate;
  readonly store: Pick<CallWriter, 'finish'>;
  readonly metrics: CallMetrics;
  readonly reporter: Pick<CallReporter, 'ended' | 'settled'>;
  readonly send: (message: ServerMessage) => void;
}

/** Stores how a call went, and reports it to its page and to the organisation's server. */
export async function recordEnd(
  options: RecordEndOptions,
  whole: ConversationReport,
  closeFeatures: () => Promise<void>,
): Promise<void> {
  const { id, clock, log } = options;
  // A model may have said what no database keeps.
  const report: ConversationReport = JSON.parse(storableJson(withinLimits(whole)));
  const end = await endOf(options, report);
  const { cost, costs = [] } = end;
  const stored = await storeEnd(options, end);
  options.metrics.callEnded(report.endReason);
  log.info({ callId: id, endReason: report.endReason }, 'call ended');
  // Not of a call that is another node's by now, or that is gone.
  if (stored !== false)
    options.send({ type: 'status-update', status: 'ended', endedReason: report.endReason });
  // The report says where the recording is.
  await isDoneWithin(clock, FEATURES_TIMEOUT, closeFeatures());
  // Where another end came first, or the call was deleted meanwhile, no report is sent.
  const notify = (mine: boolean) =>
    mine ? options.reporter.ended(report, cost, costs) : options.reporter.settled();
  if (stored !== null) await notify(stored);
  else
    void tryLater(clock, () => options.store.finish(id, end))
      .then(notify)
      .catch((error: unknown) => log.error({ callId: id, err: error }, 'call end given up'));
}

async function endOf(options: RecordEndOptions, report: ConversationReport): Promise<CallEnd> {
  const counted = options.settled?.() ?? null;
  if (counted !== null) await isDoneWithin(options.clock, COSTS_TIMEOUT, counted);
  const cost = options.cost();
  const costs = options.costs?.() ?? [];
  const kept = retainedReport(report, options.assistant);
  // What a workflow took down are the person's words, too.
  const workflowTrace = keepsWords(options.assistant) ? options.router.workflowTrace() : null;
  return { ...toCallEnd(kept, workflowTrace), cost, costs };
}

/** Whether it is the end that counts; null: it could not be stored. */
async function storeEnd(options: RecordEndOptions, end: CallEnd): Promise<boolean | null> {
  const pause = () => wait(options.clock, STORE_PAUSE);
  return retry<boolean | null>({ attempts: STORE_ATTEMPTS, pause }, async (attempt) => {
    try {
      return await options.store.finish(options.id, end);
    } catch (error) {
      options.log.error({ callId: options.id, attempt, err: error }, 'call end not stored');
      throw error;
    }
  }).catch(() => null);
}

function toCallEnd(
  report: ConversationReport,
  workflowTrace: WorkflowTrace | null,
): Omit<CallEnd, 'cost' | 'costs'> {
  return {
    reason: report.endReason,
    startedAt: report.startedAt,
    endedAt: report.endedAt,
    messages: report.messages,
    artifact: {
      messages: [...report.messages],
      transcript: report.transcript,
      turnTimings: [...report.turnTimings],
      ...workflowTrace,
    },
  };
}
