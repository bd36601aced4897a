import type { ConversationReport } from '@kindling/conversation';
import {
  type AssistantCreate,
  type Call,
  type CallAnalysis,
  type CallCost,
  DEFAULT_SERVER_MESSAGES,
  type OutputArtifact,
  type RecordedArtifact,
  type Server,
} from '@kindling/protocol';
import type { ServerMessage } from '@kindling/protocol/messages';
import type { Settled } from '../../assistants/runtime/settle/settle.ts';
import { costBreakdown } from '../../usage/cost-meter.ts';
import { isWanted, toWebhook } from './webhook-message.ts';

/** Tells the organisation's server what happens in a call. */
export interface CallReporter {
  handle(message: ServerMessage): void;
  /** Tells how it went; resolves when that, and all before, will outlive this process. */
  ended(
    report: ConversationReport,
    cost: number | null,
    costs?: readonly CallCost[],
  ): Promise<void>;
  /** The same where the outcome is reported elsewhere. */
  settled(): Promise<void>;
}

/** How a call went. */
export interface CallOutcome {
  readonly report: ConversationReport;
  /** US dollars; null: not known. */
  readonly cost: number | null;
  /** What was had of providers elsewhere. @default nothing */
  readonly costs?: readonly CallCost[];
  readonly analysis: CallAnalysis;
  /** Where its recordings are downloaded; without any, nothing. */
  readonly recorded: RecordedArtifact;
  /** What was taken down of it. @default nothing */
  readonly outputs?: OutputArtifact;
}

/** One message that is due; `lasting`: it has to arrive, if late. */
export interface DueWebhook {
  readonly server: Server & { readonly url: string };
  readonly type: string;
  readonly message: Readonly<Record<string, unknown>>;
  readonly lasting: boolean;
}

export interface CallReporterOptions {
  readonly call: Call;
  readonly assistant: Settled<AssistantCreate>;
  readonly server: Server & { readonly url: string };
  readonly now: () => number;
  /** Where the recordings of a call that is over are downloaded; never rejects. */
  readonly findRecorded: () => Promise<RecordedArtifact>;
  /** Keeps it until it was sent; never rejects. */
  readonly enqueue: (due: DueWebhook) => Promise<void>;
}

const CUMULATIVE = 'conversation-update';
export const END_OF_CALL_REPORT = 'end-of-call-report';

export const SILENT_REPORTER: CallReporter = {
  handle: () => {},
  ended: async () => {},
  settled: async () => {},
};

export function createCallReporter(options: CallReporterOptions): CallReporter {
  const { call, server, now, enqueue } = options;
  const wanted = wantedBy(options.assistant);
  // One after another: so they are stored, and as a rule sent, in the order they happened.
  let waiting: DueWebhook[] = [];
  let queue = Promise.resolve();
  const tell = (due: DueWebhook) => {
    // Each update says all that the one before did: where the database is slow, the newest is enough.
    if (due.type === CUMULATIVE) waiting = waiting.filter(({ type }) => type !== CUMULATIVE);
    waiting.push(due);
    queue = queue.then(async () => {
      const next = waiting.shift();
      if (next !== undefined) await enqueue(next);
    });
  };

  return {
    handle(message) {
      if (!isWanted(message, wanted)) return;
      const lasting = message.type === 'status-update' && message.status === 'ended';
      const fields = { ...toWebhook(message), ...stamp(call, message.type, now) };
      tell({ server, type: message.type, message: fields, lasting });
    },
    async ended(report, cost, costs = []) {
      const recorded = await options.findRecorded();
      const due = endOfCallReport(options, { report, cost, costs, analysis: {}, recorded });
      if (due !== null) tell(due);
      await queue;
    },
    settled: () => queue,
  };
}

/** The end-of-call report; null: the assistant's server does not want it. */
export function endOfCallReport(
  { call, assistant, server, now }: Omit<CallReporterOptions, 'enqueue' | 'findRecorded'>,
  outcome: CallOutcome,
): DueWebhook | null {
  const type = END_OF_CALL_REPORT;
  if (!wantsReport(assistant)) return null;
  const { analysis } = outcome;
  const fields = { ...reportFields(outcome, assistant), analysis, ...costFields(outcome) };
  return { server, type, message: { ...fields, ...stamp(call, type, now) }, lasting: true };
}

const wantedBy = (assistant: AssistantCreate) =>
  new Set<string>(assistant.serverMessages ?? DEFAULT_SERVER_MESSAGES);

/** Whether the assistant's server is to know how its calls went. */
export const wantsReport = (assistant: AssistantCreate) =>
  wantedBy(assistant).has(END_OF_CALL_REPORT);

const stamp = (call: Call, type: string, now: () => number) => ({
  type,
  timestamp: Math.round(now()),
  call: callSummary(call),
});

function reportFields(
  { report, recorded, outputs }: CallOutcome,
  assistant: Settled<AssistantCreate>,
) {
  const { endReason, startedAt, endedAt, messages, transcript } = report;
  const instant = (time: number) => new Date(time).toISOString();
  return {
    endedReason: endReason,
    ...(startedAt === null ? {} : { startedAt: instant(startedAt) }),
    endedAt: instant(endedAt),
    ...(startedAt === null ? {} : { durationSeconds: (endedAt - startedAt) / 1_000 }),
    artifact: { messages, transcript, ...recorded, ...outputs },
    transcript,
    assistant: { name: assistant.name ?? null, metadata: assistant.metadata ?? null },
    ...(assistant.warnings && { warnings: assistant.warnings }),
  };
}

/** What is not known is not said. */
function costFields({ cost, costs = [] }: CallOutcome) {
  return {
    ...(cost === null ? {} : { cost }),
    ...(costs.length > 0 && { costs }),
    costBreakdown: costBreakdown(cost, costs),
  };
}

/** The call as it began, for who wants to know which it is. */
function callSummary(call: Call) {
  const { id, orgId, type, name, assistantId, customer, metadata, createdAt } = call;
  return { id, orgId, type, name, assistantId, customer, metadata, createdAt };
}
