import { hashParticipantKey, type JoinAnswer, type Room, type RoomOptions } from '@kindling/media';
import type { Departure } from '../admission.ts';
import type { MeetingPerson, MeetingState } from './meeting-state.ts';

/** How long people may come back to a meeting that is on another node by now, ms: as long as their pages try. */
export const RETURN_WINDOW = 30_000;

export interface MeetingMemoryOptions {
  readonly meetingId: string;
  /** The meeting before, on another node. @default it begins here */
  readonly before?: MeetingState | undefined;
  readonly room: () => Pick<Room, 'members'>;
  readonly waiting: () => MeetingState['waiting'];
  readonly ejected: () => readonly string[];
  readonly sessionData: () => unknown;
  /** Stores the state; answers whether this node still has the meeting. @default nothing is stored */
  readonly store?: ((state: MeetingState) => Promise<boolean>) | undefined;
  readonly onFailed: (error: unknown) => void;
  /** It is another node's. */
  readonly onLost: () => void;
}

/** Keeps, as a meeting goes on, what another node needs to go on with it. */
export interface MeetingMemory {
  /** For the room that is made. */
  readonly returning: Pick<RoomOptions, 'generation' | 'returning' | 'returnWindow'>;
  noteJoin(
    answer: Pick<JoinAnswer, 'location' | 'sessionId'>,
    joined: {
      readonly version: number;
      readonly person: string;
      readonly departure: Departure | null;
    },
  ): void;
  /** Who returned, as they were known. */
  find(sessionId: string): Pick<MeetingPerson, 'person' | 'departure'> | null;
  noteLeft(sessionId: string): void;
  /** Something changed: stores it, one write at a time. */
  note(): void;
  /** Resolves when all is stored; false: it could not be. */
  flush(): Promise<boolean>;
}

type Known = Pick<MeetingPerson, 'keyHash' | 'version' | 'person' | 'departure'>;

export function createMeetingMemory(options: MeetingMemoryOptions): MeetingMemory {
  const { before, meetingId, store } = options;
  const generation = before === undefined ? 0 : before.generation + 1;
  const known = new Map<string, Known>(before?.people.map((one) => [one.sessionId, one]));
  let stored = '';
  let isDue = false;
  let writing: Promise<void> | null = null;

  function read(): MeetingState {
    const people = options
      .room()
      .members()
      .flatMap(({ tracks: _, ...member }): MeetingPerson[] => {
        const one = known.get(member.sessionId);
        return one === undefined ? [] : [{ ...member, ...one }];
      });
    const sessionData = options.sessionData();
    return {
      ...{ meetingId, generation, people },
      waiting: options.waiting(),
      ejected: [...options.ejected()],
      ...(sessionData === undefined ? {} : { sessionData }),
    };
  }

  async function writeAll(): Promise<void> {
    // Not within the callback that reported the change: the room is in the middle of it.
    await null;
    while (isDue) {
      isDue = false;
      const state = read();
      const text = JSON.stringify(state);
      if (text === stored) continue;
      try {
        if ((await store?.(state)) === false) options.onLost();
        stored = text;
      } catch (error) {
        // With the next change it is tried again.
        options.onFailed(error);
      }
    }
    // With the last look at what is due, not after it: else a change between them would be left.
    writing = null;
  }

  async function write(): Promise<void> {
    if (store === undefined) return;
    isDue = true;
    writing ??= writeAll();
    await writing;
  }

  return {
    returning: before === undefined ? {} : returningOf(before, generation),
    noteJoin({ location, sessionId }, { version, person, departure }) {
      const keyHash = hashParticipantKey(location.slice(location.lastIndexOf('/') + 1));
      known.set(sessionId, { keyHash, version, person, departure });
      void write();
    },
    find: (sessionId) => known.get(sessionId) ?? null,
    noteLeft(sessionId) {
      known.delete(sessionId);
      void write();
    },
    note: () => void write(),
    async flush() {
      await write();
      return store !== undefined && stored === JSON.stringify(read());
    },
  };
}

/** Each knows everybody who was in the meeting, and nobody in its lobby. */
function returningOf({ people }: MeetingState, generation: number): MeetingMemory['returning'] {
  const inside = people.filter(({ level }) => level === 'full');
  return {
    generation,
    returnWindow: RETURN_WINDOW,
    returning: people.map(({ keyHash, version, person: _, departure: __, ...identity }) => ({
      ...{ keyHash, version, identity, lastCommand: 0 },
      sessionId: identity.sessionId,
      userName: identity.userName,
      receives: inside
        .map(({ sessionId }) => sessionId)
        .filter((sessionId) => sessionId !== identity.sessionId),
    })),
  };
}
