import type { Handoff, ResumedConversation } from '@kindling/conversation';
import { type AgentParticipant, hashParticipantKey, type JoinAnswer } from '@kindling/media';
import type { Clock } from '@kindling/protocol/clock';
import type { ServerMessage } from '@kindling/protocol/messages';
import type { RoomJoin } from '@kindling/protocol/room';
import type { Logger } from 'pino';
import { isDoneWithin } from '../../../platform/time/is-done-within.ts';
import type { AssistantRouter } from '../../assistants/runtime/router.ts';
import type { UseMeter } from '../../usage/use-meter.ts';
import { createResumptionKeeper } from '../resumption/resumption-keeper.ts';
import type { ResumptionState } from '../resumption/resumption-state.ts';
import { lastCommandOf, type PlacedLine } from '../store/call-lines.ts';
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
  readonly clock: Clock;
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
  /** The room is open: from here on a visitor who knows of it finds it elsewhere, too. Resolves when that is stored. */
  begin(agent: Pick<AgentParticipant, 'sessionId'>): Promise<void>;
  /**
   * Stores all that another node needs to go on with it. `atRest`: it will do so without a word. False: nothing of it
   * may be stored, nobody is in it, or the database did not take it.
   */
  keep(atRest: boolean): Promise<boolean>;
  /**
   * Answers `answer` once it is stored: before that they could not come back to another process. `firstLine`: position
   * of the first line that may be theirs.
   */
  noteJoin(offer: RoomJoin, answer: JoinAnswer, firstLine: number): Promise<JoinAnswer>;
  /** The same store, of which the start is kept. */
  noteStart(store: Pick<CallWriter, 'markInProgress'>): Pick<CallWriter, 'markInProgress'>;
  handleMessage(message: ServerMessage): void;
  /** The same function, of which each handoff is kept; `lines`: how many there are. */
  noteHandoffs(
    handOff: AssistantRouter['handOff'],
    lines: () => number,
  ): AssistantRouter['handOff'];
}

/** Longest that a participant who joins waits until it is stored, ms. */
const STORE_TIMEOUT = 1_000;

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

  async function note(change: Partial<ResumptionState>): Promise<void> {
    if (options.isKept()) await keeper.note({ ...change, uses: [...meter.uses] });
  }

  /** A database that is away stops nobody from joining. */
  async function noteInTime(change: Partial<ResumptionState>): Promise<void> {
    await isDoneWithin(options.clock, STORE_TIMEOUT, note(change));
  }

  return {
    room: resumed && roomBefore(resumed),
    begin: ({ sessionId: agentSessionId }) => noteInTime({ agentSessionId }),
    async keep(atRest) {
      if (!options.isKept()) return false;
      void note({ restsAt: atRest ? (resumed?.generation ?? 0) : null });
      return keeper.flush();
    },
    async noteJoin({ version = 1 }, answer, firstLine) {
      const { location, sessionId, userName = '' } = answer;
      const keyHash = hashParticipantKey(location.slice(location.lastIndexOf('/') + 1));
      const participant = { keyHash, sessionId, userName, version, firstLine };
      await noteInTime({ participants: [participant] });
      return answer;
    },
    noteStart: (store) => ({
      markInProgress(callId, startedAt) {
        void note({ startedAt, owesAnswer: true });
        return store.markInProgress(callId, startedAt);
      },
    }),
    handleMessage(message) {
      const owes = owesAfter(message);
      if (owes !== null && owes !== keeper.state.owesAnswer) void note({ owesAnswer: owes });
    },
    noteHandoffs: (handOff, lines) => (destination) => {
      const handoff = handOff(destination);
      if (handoff !== null)
        void note({ position: router.position(), ...knownAfter(handoff, lines()) });
      return handoff;
    },
  };
}

/** Everybody in a call hears its assistant. */
function roomBefore({ generation, state, lines }: ResumedCall): CallMemory['room'] {
  const { agentSessionId, participants } = state;
  const returning = participants.map(({ firstLine, ...one }) => ({
    ...one,
    lastCommand: lastCommandOf(lines, firstLine),
    receives: [agentSessionId],
  }));
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
