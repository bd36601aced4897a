import type { Conversation, ConversationReport } from '@kindling/conversation';
import type { Room } from '@kindling/media';
import type { AssistantCreate, EndReason } from '@kindling/protocol';
import type { ServerMessage } from '@kindling/protocol/messages';
import { retry, wait } from '@kindling/protocol/retry';
import { isDoneWithin } from '../../../platform/jobs/is-done-within.ts';
import { tryLater } from '../../../platform/jobs/try-later.ts';
import type { CallMetrics } from '../../../platform/metrics/metrics.ts';
import type { FeatureSet } from '../../../rooms/meetings/feature-set.ts';
import { keepsWords } from '../../assistants/retention-plans.ts';
import type { AssistantRouter, WorkflowTrace } from '../../assistants/runtime/router.ts';
import { storableJson } from '../../chats/storable-text.ts';
import type { CostMeter } from '../../usage/cost-meter.ts';
import type { CallEnd, CallWriter } from '../store/call-writer.ts';
import { transcriptOf } from '../store/transcript-of.ts';
import type { CallReporter } from '../webhooks/call-reporter.ts';
import type { CallRoomOptions } from './call-room.ts';
import { retainedReport, withinLimits } from './retained-report.ts';
import type { TranscriptKeeper } from './transcript-keeper.ts';

/** How long a conversation may take to hand over its report. */
const REPORT_TIMEOUT = 2_000;
/** How long the end waits for what the answer took that it cut off, ms. */
const COSTS_TIMEOUT = 500;
/** How long the report waits for recordings to be written, ms. */
const FEATURES_TIMEOUT = 3_000;
/** The end reason of this node's part of a call that another node took over. */
const LET_GO: EndReason = 'kindling.server-crashed';
const STORE_ATTEMPTS = 3;
const STORE_PAUSE = 300;

export interface CallEndingOptions extends Pick<CallRoomOptions, 'id' | 'clock' | 'log'> {
  readonly router: Pick<AssistantRouter, 'workflowTrace'>;
  readonly room: Pick<Room, 'close'>;
  readonly cost: CostMeter['cost'];
  /** @default nothing was had elsewhere */
  readonly costs?: CostMeter['costs'];
  /** @default all is counted at once */
  readonly settled?: CostMeter['settled'];
  /** Whose plans say what is kept. */
  readonly assistant: AssistantCreate;
  readonly features: Pick<FeatureSet, 'close'>;
  readonly store: Pick<CallWriter, 'finish'>;
  readonly transcript: TranscriptKeeper;
  readonly metrics: CallMetrics;
  readonly reporter: Pick<CallReporter, 'ended' | 'settled'>;
  readonly send: (message: ServerMessage) => void;
  readonly onClosed: () => void;
}

/** Ends a call exactly once, whichever side asks first. */
export interface CallEnding {
  readonly begun: boolean;
  /** Ends the conversation, if there is one, and then the call. */
  end(reason: EndReason, conversation: Conversation | null): Promise<void>;
  /** The conversation ended by itself, or handed over its report. */
  finish(report: ConversationReport): Promise<void>;
  /** The call is another node's: lets go of it, stores nothing and tells nobody. */
  abandon(conversation: Conversation | null): Promise<void>;
}

export function createCallEnding(options: CallEndingOptions): CallEnding {
  const { id, clock, log } = options;
  let asked = false;
  let isLetGo = false;
  let finished: Promise<void> | null = null;
  const { promise: closed, resolve } = Promise.withResolvers<void>();

  async function finish(report: ConversationReport): Promise<void> {
    // The report of a conversation that was let go of is nobody's.
    if (isLetGo) return closed;
    finished ??= close(report).finally(resolve);
    return finished;
  }

  let featuresClosed: Promise<void> | null = null;
  function closeFeatures(): Promise<void> {
    featuresClosed ??= options.features.close();
    return featuresClosed;
  }

  async function close(whole: ConversationReport): Promise<void> {
    // A model may have said what no database keeps.
    const report: ConversationReport = JSON.parse(storableJson(withinLimits(whole)));
    try {
      const counted = options.settled?.() ?? null;
      if (counted !== null) await isDoneWithin(clock, COSTS_TIMEOUT, counted);
      const cost = options.cost();
      const costs = options.costs?.() ?? [];
      const kept = retainedReport(report, options.assistant);
      // What a workflow took down are the person's words, too.
      const workflowTrace = keepsWords(options.assistant) ? options.router.workflowTrace() : null;
      const end = { ...toCallEnd(kept, workflowTrace), cost, costs };
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
          .catch(handleLost);
    } catch (error) {
      log.error({ callId: id, err: error }, 'call end failed');
    }
    await leaveRoom(closingMessage(report.endReason));
  }

  async function leaveRoom(message: string): Promise<void> {
    await closeFeatures();
    await options.room
      .close(message)
      .catch((error: unknown) => log.error({ callId: id, err: error }, 'room not closed'));
    options.onClosed();
  }

  async function letGo(conversation: Conversation | null): Promise<void> {
    log.warn({ callId: id }, 'call let go: another node has it');
    options.metrics.callEnded(LET_GO);
    void conversation?.end(LET_GO).catch(() => undefined);
    await leaveRoom('The call has ended because something failed on our side.');
  }

  function handleLost(error: unknown): void {
    log.error({ callId: id, err: error }, 'call end given up');
  }

  async function askConversation(reason: EndReason, conversation: Conversation | null) {
    if (conversation === null) return finish(ownReport(reason));
    const cancel = clock.schedule(REPORT_TIMEOUT, () => {
      log.error({ callId: id }, 'conversation did not end in time');
      void finish(ownReport(reason));
    });
    try {
      await finish(await conversation.end(reason));
    } catch (error) {
      log.error({ callId: id, err: error }, 'conversation end failed');
      await finish(ownReport(reason));
    } finally {
      cancel();
    }
  }

  /** What the server itself knows, for a conversation that never was or gives no report. */
  function ownReport(endReason: EndReason): ConversationReport {
    const { messages } = options.transcript;
    return {
      endReason,
      startedAt: null,
      endedAt: clock.now(),
      messages,
      transcript: transcriptOf(messages),
      turnTimings: [],
    };
  }

  return {
    get begun() {
      return asked || isLetGo || finished !== null;
    },
    end(reason, conversation) {
      if (!asked && finished === null) {
        asked = true;
        void askConversation(reason, conversation);
      }
      return closed;
    },
    finish,
    abandon(conversation) {
      if (finished === null) {
        isLetGo = true;
        finished = letGo(conversation).finally(resolve);
      }
      return closed;
    },
  };
}

/** Whether it is the end that counts; null: it could not be stored. */
async function storeEnd(options: CallEndingOptions, end: CallEnd): Promise<boolean | null> {
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

function closingMessage(reason: EndReason): string {
  return reason === 'kindling.server-shutdown'
    ? 'The call has ended because the server is restarting.'
    : 'The call has ended.';
}
