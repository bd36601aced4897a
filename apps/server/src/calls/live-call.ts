import type {
  Clock,
  Conversation,
  ConversationOptions,
  ConversationSettings,
  Engines,
} from '@kindling/conversation';
import type { AgentParticipant, MediaEngine, Room } from '@kindling/media';
import type { EndReason } from '@kindling/protocol';
import {
  ASSISTANT_USER_NAME,
  CONVERSATION_SAMPLE_RATE,
  LISTENING_MESSAGE,
  PLAYABLE_MESSAGE,
} from '@kindling/protocol/constants';
import type { ServerMessage } from '@kindling/protocol/messages';
import type { Logger } from 'pino';
import type { CallMetrics } from '../telemetry/metrics.ts';
import { createCallEnding } from './call-ending.ts';
import type { CallStore } from './call-store.ts';
import { type ParsedClientMessage, parseClientMessage } from './client-message.ts';
import { createTranscriptKeeper } from './transcript-keeper.ts';

/** From creation until the page says it can hear. */
export const JOIN_TIMEOUT = 30_000;

export interface LiveCallOptions {
  readonly id: string;
  /** Unguessable name of the call's room. */
  readonly roomName: string;
  readonly settings: ConversationSettings;
  /** Types of messages the page is sent. */
  readonly clientMessages: readonly string[];
  readonly engines: Engines;
  readonly media: MediaEngine;
  readonly createConversation: (options: ConversationOptions) => Conversation;
  readonly clock: Clock;
  readonly store: Pick<CallStore, 'markInProgress' | 'checkpoint' | 'finish'>;
  readonly metrics: CallMetrics;
  readonly log: Logger;
  /** Once, when nothing of the call is left. */
  readonly onClosed: () => void;
}

/** A call from its creation to its end: a room, the assistant in it, and their conversation. */
export interface LiveCall {
  readonly id: string;
  readonly room: Room;
  /** Resolves when the call is stored and its room closed, however often it is called. */
  end(reason: EndReason): Promise<void>;
}

/** Opens the call's room with the assistant in it. Throws when the room cannot be made. */
export function createLiveCall(options: LiveCallOptions): LiveCall {
  const { id, clock, log, media, roomName } = options;
  const transcript = createTranscriptKeeper(() => clock.now());
  let conversation: Conversation | null = null;
  let started = false;

  const room = media.createRoom({
    name: roomName,
    path: `/room/${roomName}`,
    maxParticipants: 1,
    onParticipantJoined: guard('join', handleJoined),
    onParticipantLeft: (_, reason) => {
      void end(reason === 'lost' ? 'kindling.connection-lost' : 'customer-ended-call');
    },
  });
  const agent = addAgent();
  const ending = createCallEnding({ ...options, room, agent, send, transcript });
  const cancelJoinTimer = clock.schedule(JOIN_TIMEOUT, () => void end('kindling.never-joined'));

  function addAgent(): AgentParticipant {
    try {
      return room.addAgent({
        userName: ASSISTANT_USER_NAME,
        sampleRate: CONVERSATION_SAMPLE_RATE,
        onAudio: guard('audio', (pcm: Int16Array) => conversation?.handleAudio(pcm)),
        onAppMessage: guard('app-message', handleAppMessage),
      });
    } catch (error) {
      void room.close('The call could not be started.');
      throw error;
    }
  }

  function handleAppMessage(data: unknown): void {
    if (ending.begun) return;
    if (data === PLAYABLE_MESSAGE) start();
    else handleClientMessage(parseClientMessage(data));
  }

  function handleClientMessage(parsed: ParsedClientMessage): void {
    if (!parsed.ok) {
      send({ type: 'error', code: parsed.code, message: parsed.message });
    } else if (started) {
      conversation?.handleMessage(parsed.message);
    } else if (parsed.message.type === 'end-call') {
      void end('customer-ended-call');
    } else {
      const message = `Send "${PLAYABLE_MESSAGE}" first: the conversation has not started.`;
      send({ type: 'error', code: 'not_started', message });
    }
  }

  /** The conversation exists from here on, so that what is said while connecting is not lost. */
  function handleJoined(): void {
    log.info({ callId: id }, 'call joined');
    if (ending.begun) return;
    conversation ??= options.createConversation({
      settings: options.settings,
      engines: options.engines,
      output: agent.output,
      clock,
      onMessage: handleConversationMessage,
      onEnded: (report) => void ending.finish(report),
      onFault: ({ stage, error }) =>
        log.warn({ callId: id, stage, err: error }, 'call provider failed'),
    });
  }

  function start(): void {
    if (started || conversation === null) return;
    started = true;
    cancelJoinTimer();
    agent.sendAppMessage(LISTENING_MESSAGE);
    log.info({ callId: id }, 'call started');
    options.store
      .markInProgress(id, clock.now())
      .catch((error: unknown) => log.error({ callId: id, err: error }, 'call start not stored'));
    send({ type: 'status-update', status: 'in-progress' });
    conversation.start();
  }

  function handleConversationMessage(message: ServerMessage): void {
    if (message.type === 'turn-timing') options.metrics.turnAnswered(message.timing);
    // The server tells status itself: in progress above, ended once the call is stored.
    if (message.type === 'status-update') return;
    if (transcript.handle(message) && !ending.begun) {
      options.store
        .checkpoint(id, transcript.messages)
        .catch((error: unknown) => log.warn({ callId: id, err: error }, 'call not checkpointed'));
    }
    send(message);
  }

  function send(message: ServerMessage): void {
    if (options.clientMessages.includes(message.type))
      agent.sendAppMessage(JSON.stringify(message));
  }

  /** A fault in the conversation ends its call, never the process. */
  function guard<A extends unknown[]>(stage: string, act: (...args: A) => void) {
    return (...args: A) => {
      try {
        act(...args);
      } catch (error) {
        log.error({ callId: id, stage, err: error }, 'call failed');
        void end('pipeline-error');
      }
    };
  }

  function end(reason: EndReason): Promise<void> {
    cancelJoinTimer();
    return ending.end(reason, conversation);
  }

  return { id, room, end };
}
