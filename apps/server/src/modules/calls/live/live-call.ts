import type { ConversationReport } from '@kindling/conversation';
import type { JoinAnswer, Room } from '@kindling/media';
import type { AssistantCreate, EndReason } from '@kindling/protocol';
import { LISTENING_MESSAGE } from '@kindling/protocol/constants';
import type { RoomJoin } from '@kindling/protocol/room';
import type { CallMetrics } from '../../../platform/metrics/metrics.ts';
import { assistantOfCall, keepsWords } from '../../assistants/retention-plans.ts';
import type { AssistantRouter } from '../../assistants/runtime/router.ts';
import { type CostMeterOptions, createCostMeter } from '../../usage/cost-meter.ts';
import { createLiveMonitor, type MonitoredCall } from '../monitor/live-monitor.ts';
import type { CallWriter } from '../store/call-writer.ts';
import type { CallReporter } from '../webhooks/call-reporter.ts';
import { type CallConversationOptions, createCallConversation } from './call-conversation.ts';
import { type CallEndingOptions, createCallEnding } from './call-ending.ts';
import { type CallMemoryOptions, createCallMemory } from './call-memory.ts';
import { createCallMessages } from './call-messages.ts';
import { type CallRoomOptions, openCallRoom } from './call-room.ts';
import { type CallStartOptions, createCallStart } from './call-start.ts';
import { createCallVisitor } from './call-visitor.ts';
import { createConnectionRecord } from './connection-record.ts';

/** What the server gives to every call. */
export interface LiveCallServices
  extends Pick<CallRoomOptions, 'callMedia' | 'openFeatures' | 'backgroundSound' | 'clock'>,
    Pick<CallConversationOptions, 'createConversation'> {
  readonly metrics: CallMetrics;
}

export interface LiveCallOptions
  extends LiveCallServices,
    Pick<CallRoomOptions, 'id' | 'orgId' | 'roomName' | 'records' | 'log'>,
    Pick<CallConversationOptions, 'history' | 'engines' | 'budget'>,
    Pick<CallStartOptions, 'isTrusted' | 'writeLine'>,
    Pick<CallMemoryOptions, 'baseUrl' | 'workflowOverrides' | 'resumed'>,
    CostMeterOptions {
  /** Who speaks, and to whom it may hand over. */
  readonly router: AssistantRouter;
  /** Otherwise the visitor may come back until the conversation ends by itself. */
  readonly endsWhenLeft: boolean;
  /** Types of messages the page is sent. */
  readonly clientMessages: readonly string[];
  /** Tells the organisation's server. */
  readonly reporter: CallReporter;
  readonly store: CallWriter;
  /** Once, when nothing of the call is left, or it goes on elsewhere. */
  readonly onClosed: CallEndingOptions['onClosed'];
}

/** A call from its creation to its end: a room, the assistant in it, and their conversation. */
export interface LiveCall extends MonitoredCall {
  readonly id: string;
  /** What its assistant lets listeners and those who steer it do. */
  readonly monitorPlan: AssistantCreate['monitorPlan'];
  readonly room: Room;
  /** Resolves when another process could go on with it, should this one die. */
  readonly kept: Promise<void>;
  /** Takes the visitor into the room. Rejects as the room does. */
  join(offer: RoomJoin, userAgent: string): Promise<JoinAnswer>;
  /** Takes one of the slots that the organisation has over all nodes; false: there is none. */
  takeSlot(orgLimit: number | null): Promise<boolean>;
  giveSlot(): Promise<void>;
  /** Resolves when the call is stored and its room closed, however often it is called. */
  end(reason: EndReason): Promise<void>;
  /** Nobody speaks and nothing is owed: another node can go on with it unnoticed. */
  readonly isAtRest: boolean;
  /** Stores all that another node needs for that: see `CallMemory.keep`. */
  keep(atRest: boolean): Promise<boolean>;
  /** Lets go of a call that is another node's, or may be: its page looks for it. `handedOver`: that node waits for it. */
  abandon(handedOver?: boolean): Promise<void>;
}

/**
 * Opens the call's room with the assistant in it.
 *
 * @throws when the room cannot be made
 */
export function createLiveCall(given: LiveCallOptions): LiveCall {
  const options = { ...given, store: noticeLoss(given.store, () => void abandon()) };
  const { id, clock, router } = options;
  const assistant = assistantOfCall(router);
  const { handOff, cost, costs, settled } = createCostMeter(router, options);
  const storesWords = () => !ending.begun && keepsWords(assistant);
  const memory = createCallMemory({ ...options, isKept: storesWords });
  const connection = createConnectionRecord({ ...options, callId: id, now: () => clock.now() });
  const guard = createGuard(options, () => void end('pipeline-error'));
  const opened = openCallRoom({
    ...options,
    background: backgroundOf(assistant),
    before: memory.room,
    onParticipantJoined: guard('join', (sessionId: string) => visitor.handleJoined(sessionId)),
    onParticipantConnected: () => visitor.handleConnected(),
    onLeft: (_, reason) => visitor.handleLeft(reason),
    onFailed: () => void end('kindling.media-failed'),
    onAudio: guard('audio', (pcm: Int16Array) => {
      monitor.handleAudio(pcm);
      conversation.current?.handleAudio(pcm);
    }),
    onAppMessage: guard(
      'app-message',
      (data: unknown, sessionId: string, sequence: number | null) =>
        messages.during(sequence, () => visitor.handleAppMessage(data, sessionId)),
    ),
  });
  const { room, agent, features } = opened;
  const messages = createCallMessages({
    ...options,
    storesLines: storesWords,
    onHandled: memory.handleMessage,
    sendToPage: (message) => agent.sendAppMessage(message),
  });
  const { send, transcript } = messages;
  const started = () => (start.begun ? conversation.current : null);
  const onEnd = () => void end('manually-canceled');
  const plan = assistant.monitorPlan ?? {};
  const monitor = createLiveMonitor({ ...options, plan, conversation: started, onEnd });
  const conversation = createCallConversation({
    ...options,
    handOff: memory.noteHandoffs(handOff, () => transcript.messages.length),
    output: monitor.tap(agent.output),
    onToolLines: messages.handleTools,
    onMessage: messages.handle,
    onEnded: (report: ConversationReport) => void ending.finish(report),
  });
  const parts = { ...options, ...opened, send, transcript, cost, costs, settled, assistant };
  const ending = createCallEnding({ ...parts, onClosed: inTurn(monitor.close, options.onClosed) });
  const start = createCallStart({
    ...options,
    features,
    store: memory.noteStart(options.store),
    wasStarted: options.resumed?.startedAt != null,
    onListening: () => agent.sendAppMessage(LISTENING_MESSAGE),
    onNeverJoined: () => void end('kindling.never-joined'),
    onStarted: () => send({ type: 'status-update', status: 'in-progress' }),
    onReady: guard('start', () => !ending.begun && conversation.speak()),
  });
  const visitor = createCallVisitor({
    ...{ ...parts, connection, conversation, ending, started, start },
    end: (reason) => void end(reason),
  });

  function end(reason: EndReason): Promise<void> {
    start.cancel();
    return ending.end(ending.begun ? reason : connection.explain(reason), conversation.current);
  }

  async function abandon(handedOver = false): Promise<void> {
    start.cancel();
    await ending.abandon(conversation.release, handedOver);
  }

  return {
    id,
    room,
    kept: memory.begin(agent),
    end,
    abandon,
    get isAtRest() {
      return started()?.isAtRest === true && !ending.begun;
    },
    async keep(atRest) {
      return (await messages.flush()) && memory.keep(atRest);
    },
    takeSlot: (orgLimit) => options.store.takeSlot(id, { id: options.orgId, limit: orgLimit }),
    giveSlot: () => options.store.giveSlot(id),
    monitorPlan: assistant.monitorPlan,
    listen: monitor.listen,
    control: monitor.control,
    async join(offer, userAgent) {
      connection.handleOffer(offer.sdp, userAgent);
      return memory.noteJoin(offer, await room.join(offer), transcript.nextPosition);
    },
  };
}

/** A call that may write nothing any more is another's, or was deleted. */
function noticeLoss(store: CallWriter, onLost: () => void): CallWriter {
  const noticing = async (isHeld: Promise<boolean>) => {
    const held = await isHeld;
    if (!held) onLost();
    return held;
  };
  return {
    markInProgress: (id, startedAt) => noticing(store.markInProgress(id, startedAt)),
    writeLines: (id, lines) => noticing(store.writeLines(id, lines)),
    keepState: (id, state) => noticing(store.keepState(id, state)),
    finish: store.finish,
    takeSlot: store.takeSlot,
    giveSlot: store.giveSlot,
  };
}

/** What can be heard behind this assistant; null: nothing. */
function backgroundOf({ backgroundSound: sound }: AssistantCreate): string | null {
  return typeof sound === 'string' && /^(office$|https?:)/.test(sound) ? sound : null;
}

const inTurn =
  (first: () => void, second: CallEndingOptions['onClosed']): CallEndingOptions['onClosed'] =>
  (how) => {
    first();
    second(how);
  };

/** A fault in the conversation ends its call, never the process. */
function createGuard({ id, log }: Pick<LiveCallOptions, 'id' | 'log'>, onFault: () => void) {
  return <A extends unknown[], T>(stage: string, act: (...args: A) => T) =>
    (...args: A): T | undefined => {
      try {
        return act(...args);
      } catch (error) {
        log.error({ callId: id, stage, err: error }, 'call failed');
        onFault();
        return undefined;
      }
    };
}
