import type { Conversation } from '@kindling/conversation';
import type { RoomOptions } from '@kindling/media';
import type { EndReason } from '@kindling/protocol';
import { PLAYABLE_MESSAGE } from '@kindling/protocol/constants';
import type { AssistantRouter } from '../../assistants/runtime/router.ts';
import type { CallConversation } from './call-conversation.ts';
import type { CallEnding } from './call-ending.ts';
import type { CallRoom, CallRoomOptions } from './call-room.ts';
import type { CallStart } from './call-start.ts';
import { rejectRole } from './client-message.ts';
import type { ConnectionRecord } from './connection-record.ts';
import { createPageMessages, type PageMessagesOptions } from './page-messages.ts';

type LeaveReason = Parameters<NonNullable<RoomOptions['onParticipantLeft']>>[1];

/** Why a call ends with its visitor, by how they left. */
const LEFT = {
  left: 'customer-ended-call',
  ejected: 'customer-ended-call',
  lost: 'kindling.connection-lost',
  flooded: 'kindling.too-many-messages',
} as const satisfies Record<LeaveReason, EndReason>;

export interface CallVisitorOptions
  extends Pick<CallRoomOptions, 'id' | 'clock' | 'log'>,
    Pick<CallRoom, 'features'>,
    Pick<PageMessagesOptions, 'send'> {
  readonly router: Pick<AssistantRouter, 'assistant'>;
  readonly connection: ConnectionRecord;
  readonly conversation: CallConversation;
  readonly start: CallStart;
  readonly ending: Pick<CallEnding, 'begun'>;
  /** The conversation, from when it may speak. */
  readonly started: () => Conversation | null;
  /** Otherwise the visitor may come back until the conversation ends by itself. */
  readonly endsWhenLeft: boolean;
  readonly end: (reason: EndReason) => void;
}

/** What a call's visitor does: they join, are connected, write, and leave. */
export interface CallVisitor {
  handleJoined(sessionId: string): void;
  handleConnected(): void;
  handleAppMessage(data: unknown, sessionId: string): void;
  handleLeft(reason: LeaveReason): void;
}

export function createCallVisitor(options: CallVisitorOptions): CallVisitor {
  const { id, clock, log, conversation, ending, start } = options;
  const handlePageMessage = createPageMessages({
    now: () => clock.now(),
    conversation: options.started,
    refusal: (message) => rejectRole(message, options.router.assistant),
    onEndCall: () => options.end('customer-ended-call'),
    send: options.send,
  });
  return {
    /** The conversation exists from here on, so that what is said while connecting is not lost. */
    handleJoined(sessionId) {
      start.handleJoined();
      options.features.handleMember(sessionId);
      log.info({ callId: id }, 'call joined');
      if (!ending.begun) conversation.open();
    },
    handleConnected() {
      options.connection.handleConnected();
      start.handleConnected();
    },
    handleAppMessage(data, sessionId) {
      if (ending.begun) return;
      if (data !== PLAYABLE_MESSAGE) handlePageMessage(data);
      else if (conversation.current !== null) start.handlePlayable(sessionId);
    },
    handleLeft(reason) {
      // Who never heard anything has nothing to come back to.
      if (start.begun && !options.endsWhenLeft) log.info({ callId: id, reason }, 'call left');
      else options.end(LEFT[reason]);
    },
  };
}
