import type {
  Conversation,
  ConversationOptions,
  Engines,
  ModelMessage,
} from '@kindling/conversation';
import type { AgentParticipant, JoinAnswer, MediaEngine, Room } from '@kindling/media';
import type { EndReason } from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import {
  ASSISTANT_USER_NAME,
  CONVERSATION_SAMPLE_RATE,
  LISTENING_MESSAGE,
  PLAYABLE_MESSAGE,
} from '@kindling/protocol/constants';
import type { ServerMessage } from '@kindling/protocol/messages';
import type { RoomJoin } from '@kindling/protocol/room';
import type { Logger } from 'pino';
import { isDoneWithin } from '../../../platform/http-client/wait.ts';
import type { CallMetrics } from '../../../platform/metrics/metrics.ts';
import type { FeatureSet, OpenFeatures } from '../../../rooms/meetings/feature-set.ts';
import { createCostMeter } from '../../assistants/runtime/cost-meter.ts';
import { assistantOfCall, keepsWords } from '../../assistants/runtime/retention-plans.ts';
import type { AssistantRouter } from '../../assistants/runtime/router.ts';
import type { DailyBudget } from '../../usage/daily-budgets.ts';
import type { CallStore } from '../store/call-store.ts';
import type { CallReporter } from '../webhooks/call-reporter.ts';
import { createCallEnding } from './call-ending.ts';
import { createCallTime } from './call-time.ts';
import { rejectRole } from './client-message.ts';
import { type ConnectionRecordOptions, createConnectionRecord } from './connection-record.ts';
import { createLineRecorder } from './line-recorder.ts';
import { createPageMessages } from './page-messages.ts';
import { createRefusals } from './refusals.ts';
import { createTranscriptKeeper } from './transcript-keeper.ts';

/** From creation until the page says it can hear. */
export const JOIN_TIMEOUT = 30_000;
/** From the creation with a public key until a participant joins. */
export const PUBLIC_JOIN_TIMEOUT = 10_000;

/** Why a call ends with its visitor, by how they left. */
const LEFT = {
  left: 'customer-ended-call',
  ejected: 'customer-ended-call',
  lost: 'kindling.connection-lost',
  flooded: 'kindling.too-many-messages',
} as const satisfies Record<string, EndReason>;

const QUOTA_WORDS =
  'I have to end our call here: what may be used today is used up. Please try again tomorrow.';

const CALL_FULL =
  'This call holds as much text as a call may: what is said from here on is not kept.';

/** Longest that the first word waits for a recording to begin, ms. */
const RECORDING_TIMEOUT = 1_000;

export interface RecordsOfCall {
  /** By the server itself, from the first word to the last. */
  readonly sound: boolean;
  /** By the visitor's page, which asks for it and waits until it runs. */
  readonly video: boolean;
}

export interface LiveCallOptions {
  readonly id: string;
  readonly orgId: string;
  /** Unguessable name of the call's room. */
  readonly roomName: string;
  /** Who speaks, and to whom it may hand over. */
  readonly router: AssistantRouter;
  /** What was said before, in the call's session. */
  readonly history: readonly ModelMessage[];
  /** Whether it was started with a private key. Calls started otherwise time out sooner if nobody joins. */
  readonly isTrusted: boolean;
  /** What the key and its organisation have left today. */
  readonly budget: DailyBudget;
  /** Otherwise the visitor may come back until the conversation ends by itself. */
  readonly endsWhenLeft: boolean;
  readonly records: RecordsOfCall;
  /** Types of messages the page is sent. */
  readonly clientMessages: readonly string[];
  readonly engines: Engines;
  /** Writes a line of the call's own log. */
  readonly writeLine: ConnectionRecordOptions['writeLine'];
  /** Tells the organisation's server. */
  readonly reporter: CallReporter;
  readonly media: MediaEngine;
  /** What the visitor can ask of the room beside the conversation. */
  readonly openFeatures: OpenFeatures;
  readonly createConversation: (options: ConversationOptions) => Conversation;
  readonly clock: Clock;
  readonly store: Pick<CallStore, 'markInProgress' | 'addLines' | 'finish'>;
  readonly metrics: CallMetrics;
  readonly log: Logger;
  /** Once, when nothing of the call is left. */
  readonly onClosed: () => void;
}

/** A call from its creation to its end: a room, the assistant in it, and their conversation. */
export interface LiveCall {
  readonly id: string;
  readonly room: Room;
  /** Takes the visitor into the room. Rejects as the room does. */
  join(offer: RoomJoin, userAgent: string): Promise<JoinAnswer>;
  /** Resolves when the call is stored and its room closed, however often it is called. */
  end(reason: EndReason): Promise<void>;
}

/** Opens the call's room with the assistant in it. Throws when the room cannot be made. */
export function createLiveCall(options: LiveCallOptions): LiveCall {
  const { id, clock, log, media, roomName } = options;
  const transcript = createTranscriptKeeper(() => clock.now());
  const recorder = createLineRecorder({
    store: (added) => options.store.addLines(id, added),
    onFailed: (error) => log.warn({ callId: id, err: error }, 'call lines not stored'),
  });
  const connection = createConnectionRecord({
    callId: id,
    log,
    writeLine: options.writeLine,
    now: () => clock.now(),
  });
  const shouldNotify = createRefusals(() => clock.now());
  const handlePageMessage = createPageMessages({
    now: () => clock.now(),
    conversation: () => (started ? conversation : null),
    refusal: (message) => rejectRole(message, options.router.assistant),
    onEndCall: () => void end('customer-ended-call'),
    send,
  });
  const time = createCallTime({
    clock,
    budget: options.budget,
    onExhausted: handleExhausted,
    onFailed: (error) => log.warn({ callId: id, err: error }, 'call time not counted'),
  });
  options.budget.onExhausted(handleExhausted);
  let conversation: Conversation | null = null;
  let started = false;
  /** Session id of the participant that received `listening`. */
  let listener = '';

  const room = media.createRoom({
    name: roomName,
    path: `/room/${roomName}`,
    maxParticipants: 1,
    onParticipantJoined: guard('join', handleJoined),
    onParticipantConnected: () => connection.handleConnected(),
    onMemberChanged: (sessionId) => features.handleMember(sessionId),
    onRequest: (request) => features.handleRequest(request),
    onFailed: () => void end('kindling.media-failed'),
    onParticipantLeft: (sessionId, reason) => {
      features.handleLeft(sessionId);
      // Who never heard anything has nothing to come back to.
      if (started && !options.endsWhenLeft) log.info({ callId: id, reason }, 'call left');
      else void end(LEFT[reason]);
    },
  });
  const agent = addAgent();
  const features = createFeatures();
  const assistant = assistantOfCall(options.router);
  const { handOff, cost } = createCostMeter(options.router);
  const ending = createCallEnding({
    ...options,
    room,
    agent,
    features,
    send,
    transcript,
    cost,
    assistant,
  });
  const cancelJoinTimer = clock.schedule(JOIN_TIMEOUT, () => void end('kindling.never-joined'));

  const cancelAbsenceTimer = options.isTrusted
    ? () => undefined
    : clock.schedule(PUBLIC_JOIN_TIMEOUT, () => void end('kindling.never-joined'));

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

  function createFeatures(): FeatureSet {
    const { orgId, log, records } = options;
    try {
      return options.openFeatures({
        room,
        orgId,
        clock,
        log,
        meetingId: id,
        callId: id,
        config: {},
        ...(records.sound && {
          ownRecording: { startedBy: agent.sessionId, isAnnounced: !records.video },
        }),
      });
    } catch (error) {
      void room.close('The call could not be started.');
      throw error;
    }
  }

  function handleAppMessage(data: unknown, sessionId: string): void {
    if (ending.begun) return;
    if (data === PLAYABLE_MESSAGE) start(sessionId);
    else handlePageMessage(data);
  }

  /** The conversation exists from here on, so that what is said while connecting is not lost. */
  function handleJoined(sessionId: string): void {
    cancelAbsenceTimer();
    features.handleMember(sessionId);
    log.info({ callId: id }, 'call joined');
    if (ending.begun) return;
    conversation ??= options.createConversation({
      ...whoSpeaks(options.router),
      handOff,
      history: options.history,
      engines: options.engines,
      output: agent.output,
      clock,
      onMessage: handleConversationMessage,
      onEnded(report) {
        time.stop();
        void ending.finish(report);
      },
      onFault: ({ stage, error }) =>
        log.warn({ callId: id, stage, err: error }, 'call provider failed'),
    });
  }

  function start(sessionId: string): void {
    if (conversation === null || listener === sessionId) return;
    listener = sessionId;
    agent.sendAppMessage(LISTENING_MESSAGE);
    if (started) return;
    started = true;
    cancelJoinTimer();
    log.info({ callId: id }, 'call started');
    options.store
      .markInProgress(id, clock.now())
      .catch((error: unknown) => log.error({ callId: id, err: error }, 'call start not stored'));
    send({ type: 'status-update', status: 'in-progress' });
    const starting = features.handleCallStarting();
    if (starting === null) speak();
    else void untilRecorded(starting).then(guard('start', speak));
  }

  function speak(): void {
    if (ending.begun) return;
    conversation?.start();
    time.start();
  }

  /** A call is held whether or not it can be recorded. */
  async function untilRecorded(starting: Promise<unknown>): Promise<void> {
    const recorded = starting.catch((error: unknown) => {
      log.error({ callId: id, err: error }, 'call not recorded');
      const why = error instanceof Error ? error.message : String(error);
      options.writeLine({ message: `The call is not recorded: ${why}`, level: 'WARN' });
    });
    await isDoneWithin(clock, RECORDING_TIMEOUT, recorded);
  }

  function handleExhausted(): void {
    conversation?.conclude('kindling.quota-exceeded', QUOTA_WORDS);
  }

  function handleConversationMessage(message: ServerMessage): void {
    if (message.type === 'turn-timing') options.metrics.turnAnswered(message.timing);
    // The server tells status itself: in progress above, ended once the call is stored.
    if (message.type === 'status-update') return;
    const line = transcript.handle(message);
    if (line === 'full') send({ type: 'error', code: 'call_full', message: CALL_FULL });
    else if (line !== null && !ending.begun && keepsWords(assistant)) recorder.add(line);
    send(message);
  }

  function send(message: ServerMessage): void {
    if (message.type === 'error' && !shouldNotify(message.code)) return;
    options.reporter.handle(message);
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
    cancelAbsenceTimer();
    const explained = ending.begun ? reason : connection.explain(reason);
    return ending.end(explained, conversation);
  }

  return {
    id,
    room,
    end,
    async join(offer, userAgent) {
      connection.handleOffer(offer.sdp, userAgent);
      return room.join(offer);
    },
  };
}

/** What the conversation needs to know about the assistant that is speaking. */
function whoSpeaks({ speaker }: AssistantRouter) {
  const { name, settings, tools, node } = speaker;
  return {
    settings,
    assistantName: name,
    ...(tools === undefined ? {} : { tools }),
    ...(node === undefined ? {} : { node }),
  };
}
