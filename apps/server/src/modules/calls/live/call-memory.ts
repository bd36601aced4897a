import type { Handoff, ResumedConversation } from '@kindling/conversation';
import { type AgentParticipant, hashParticipantKey, type JoinAnswer } from '@kindling/media';
import type { ServerMessage } from '@kindling/protocol/messages';
import type { RoomJoin } from '@kindling/protocol/room';
import type { Logger } from 'pino';
import type { AssistantRouter } from '../../assistants/runtime/router.ts';
import type { UseMeter } from '../../usage/use-meter.ts';
import { createResumptionKeeper } from '../resumption/resumption-keeper.ts';
import type { ResumptionState } from '../resumption/resumption-state.ts';
import type { PlacedLine } from '../store/call-lines.ts';
import type { CallWriter } from '../store/call-writer.ts';
import type { CallRoomOptions } from './call-room.ts';

/** A call whose server died, as it goes on here. */
export interface ResumedCall extends ResumedConversation {
  readonly state: ResumptionState;
  readonly lines: readonly PlacedLine[];
}

export interface CallMemoryOptions
  extends Pick<ResumptionState, 'baseUrl' | 'isTrusted' | 'endsWhenLeft' | 'workflowOverrides'> {
  readonly id: string;
  readonly router: Pick<AssistantRouter, 'position'>;
  readonly meter: Pick<UseMeter, 'uses'>;
  readonly store: Pick<CallWriter, 'keepState'>;
  readonly log: Pick<Logger, 'warn'>;
  /** Whether anything of the call may be stored now. */
  readonly isKept: () => boolean;
  /** @default the call begins here */
  readonly resumed?: ResumedCall | undefined;
}

/** Keeps, as the call goes on, what another process needs to go on with it; see decision 040. */
export interface CallMemory {
  /** The room before this; absent for a call that begins. */
  readonly room: CallRoomOptions['before'];
  /** Answers `answer`. */
  noteJoin(
    agent: Pick<AgentParticipant, 'sessionId'>,
    offer: RoomJoin,
    answer: JoinAnswer,
  ): JoinAnswer;
  /** The same store, of which the start is kept. */
  noteStart(store: Pick<CallWriter, 'markInProgress'>): Pick<CallWriter, 'markInProgress'>;
  handleMessage(message: ServerMessage): void;
  /** The same function, of which each handoff is kept; `lines`: how many there are. */
  noteHandoffs(
    handOff: AssistantRouter['handOff'],
    lines: () => number,
  ): AssistantRouter['handOff'];
}

export function createCallMemory(options: CallMemoryOptions): CallMemory {
  const { id, router, meter, resumed } = options;
  const { baseUrl, isTrusted, endsWhenLeft, workflowOverrides } = options;
  const keeper = createResumptionKeeper({
    initial: resumed?.state ?? {
      ...{ baseUrl, isTrusted, endsWhenLeft, workflowOverrides },
      agentSessionId: '',
      participants: [],
      startedAt: null,
      owesAnswer: false,
      position: null,
      knownFrom: 0,
      uses: [],
    },
    store: (state) => options.store.keepState(id, state),
    onFailed: (error) => options.log.warn({ callId: id, err: error }, 'call state not stored'),
  });

  function note(change: Partial<ResumptionState>): void {
    if (options.isKept()) keeper.note({ ...change, uses: [...meter.uses] });
  }

  return {
    room: resumed && roomBefore(resumed),
    noteJoin({ sessionId: agentSessionId }, { version = 1 }, answer) {
      const { location, sessionId, userName = '' } = answer;
      const keyHash = hashParticipantKey(location.slice(location.lastIndexOf('/') + 1));
      note({ agentSessionId, participants: [{ keyHash, sessionId, userName, version }] });
      return answer;
    },
    noteStart: (store) => ({
      markInProgress(callId, startedAt) {
        note({ startedAt, owesAnswer: true });
        return store.markInProgress(callId, startedAt);
      },
    }),
    handleMessage(message) {
      const owes = owesAfter(message);
      if (owes !== null && owes !== keeper.state.owesAnswer) note({ owesAnswer: owes });
    },
    noteHandoffs: (handOff, lines) => (destination) => {
      const handoff = handOff(destination);
      if (handoff !== null) note({ position: router.position(), ...knownAfter(handoff, lines()) });
      return handoff;
    },
  };
}

/** Everybody in a call hears its assistant. */
function roomBefore({ generation, state }: ResumedCall): CallMemory['room'] {
  const { agentSessionId, participants } = state;
  const returning = participants.map((one) => ({ ...one, receives: [agentSessionId] }));
  return { generation, returning, agentSessionId };
}

const knownAfter = ({ history }: Handoff, lines: number) =>
  history === 'forget' ? { knownFrom: lines } : {};

/** Whether the assistant owes an answer after this; null: as before. */
function owesAfter(message: ServerMessage): boolean | null {
  if (message.type === 'speech-update')
    return message.role === 'assistant' && message.status === 'stopped' ? false : null;
  const isTurn =
    message.type === 'transcript' && message.role === 'user' && message.transcriptType === 'final';
  return isTurn && message.transcript !== '' ? true : null;
}
