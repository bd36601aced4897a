import type { Conversation, ConversationReport } from '@kindling/conversation';
import type { Room } from '@kindling/media';
import type { EndReason } from '@kindling/protocol';
import type { FeatureSet } from '../../../rooms/meetings/feature-set.ts';
import { transcriptOf } from '../store/transcript-of.ts';
import { type RecordEndOptions, recordEnd } from './record-end.ts';
import type { TranscriptKeeper } from './transcript-keeper.ts';

/** How long a conversation may take to hand over its report. */
const REPORT_TIMEOUT = 2_000;
/** The end reason of this node's part of a call that another node took over. */
const LET_GO: EndReason = 'kindling.server-crashed';

export interface CallEndingOptions extends RecordEndOptions {
  readonly room: Pick<Room, 'close'>;
  readonly features: Pick<FeatureSet, 'close'>;
  readonly transcript: TranscriptKeeper;
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
    await recordEnd(options, whole, closeFeatures).catch((error: unknown) =>
      log.error({ callId: id, err: error }, 'call end failed'),
    );
    await leaveRoom(closingMessage(whole.endReason));
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

function closingMessage(reason: EndReason): string {
  return reason === 'kindling.server-shutdown'
    ? 'The call has ended because the server is restarting.'
    : 'The call has ended.';
}
