import type { Conversation, ConversationReport } from '@kindling/conversation';
import type { Room } from '@kindling/media';
import type { EndReason } from '@kindling/protocol';
import type { FeatureSet } from '../../../rooms/meetings/feature-set.ts';
import { transcriptOf } from '../store/transcript-of.ts';
import { type RecordEndOptions, recordEnd } from './record-end.ts';
import type { TranscriptKeeper } from './transcript-keeper.ts';

/** How long a conversation may take to hand over its report. */
const REPORT_TIMEOUT = 2_000;
export interface CallEndingOptions extends RecordEndOptions {
  readonly room: Pick<Room, 'close' | 'move'>;
  readonly features: Pick<FeatureSet, 'close'>;
  readonly transcript: TranscriptKeeper;
  /** The call is over here: `moved`: and goes on elsewhere. */
  readonly onClosed: (how: CallClosing) => void;
}

export type CallClosing = 'ended' | 'moved';

/** Ends a call exactly once, whichever side asks first. */
export interface CallEnding {
  readonly begun: boolean;
  /** Ends the conversation, if there is one, and then the call. */
  end(reason: EndReason, conversation: Conversation | null): Promise<void>;
  /** The conversation ended by itself, or handed over its report. */
  finish(report: ConversationReport): Promise<void>;
  /**
   * The call is another node's, or may be: lets go of it and stores nothing; its page looks for it. `handedOver`: that
   * node has it already.
   */
  abandon(release: () => void, handedOver: boolean): Promise<void>;
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
    await closeFeatures();
    await leaveRoom(options.room.close(closingMessage(whole.endReason)));
    options.onClosed('ended');
  }

  async function leaveRoom(leaving: Promise<void>): Promise<void> {
    await leaving.catch((error: unknown) =>
      log.error({ callId: id, err: error }, 'room not closed'),
    );
  }

  async function letGo(release: () => void, handedOver: boolean): Promise<void> {
    log.warn({ callId: id, handedOver }, 'call let go: another node has it');
    options.metrics.callMoved();
    release();
    // Its page comes back at once, perhaps by this node, which must not know the room any more.
    options.onClosed('moved');
    const closing = closeFeatures();
    await leaveRoom(options.room.move(handedOver));
    await closing;
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
    abandon(release, handedOver) {
      if (finished === null) {
        isLetGo = true;
        finished = letGo(release, handedOver).finally(resolve);
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
