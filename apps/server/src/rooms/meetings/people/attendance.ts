import type { Room, RoomMember } from '@kindling/media';
import type { Clock } from '@kindling/protocol/clock';
import { ApiError } from '../../../platform/errors/api-error.ts';
import type { Admission, Departure } from '../admission.ts';
import { scheduleAt } from '../schedule-at.ts';

/** How many may wait in the lobby at the same time. */
export const LOBBY_PLACES = 20;

export interface AttendanceOptions {
  readonly room: Pick<Room, 'members' | 'eject'>;
  /** Of people with full access. */
  readonly maxParticipants: number;
  readonly clock: Clock;
  /** Who was removed from it on another node. @default nobody */
  readonly keptOut?: readonly string[] | undefined;
}

/** What is held for someone while they join. */
export interface Place {
  readonly level: RoomMember['level'];
  /** They are in the room now, as this session; who left again meanwhile is not noted. */
  occupy(sessionId: string, departure: Departure | null): void;
  /** Once, when the join is over, however it went. */
  release(): void;
}

/** Who is in a meeting or on the way into it, who was removed, and when each has to go. */
export interface Attendance {
  /** Nobody is here or on the way. */
  readonly isEmpty: boolean;
  readonly hasSlot: boolean;
  /** @throws `ejected`, `not_allowed` or `room_full` */
  reserve(level: Admission['level'], person: string): Place;
  /** A participant who was in the meeting before is back, under the session id they had. */
  handleReturned(
    sessionId: string,
    known: { readonly person: string; readonly departure: Departure | null },
  ): void;
  /** Who this is cannot join again. */
  keepOut(member: RoomMember): void;
  /** Who cannot. */
  readonly keptOut: readonly string[];
  handleLeft(sessionId: string): void;
  /** Nobody has to go any more. */
  close(): void;
}

export function createAttendance(options: AttendanceOptions): Attendance {
  const { room, maxParticipants, clock } = options;
  /** Cancels the departure of a session. */
  const departures = new Map<string, () => void>();
  const people = new Map<string, string>();
  const ejected = new Set<string>(options.keptOut);
  /** Joins under way, by level: they have their place already. */
  const joining = { full: 0, lobby: 0 };

  function count(level: RoomMember['level']): number {
    // Who is joining may be among the members already; nobody is counted twice.
    const here = room.members().filter((one) => one.level === level && people.has(one.sessionId));
    return here.length + joining[level];
  }

  /** The level one may join with now. */
  function admit(level: Admission['level'], person: string): RoomMember['level'] {
    if (ejected.has(person)) {
      const message = 'You were removed from this meeting. You can join the next one.';
      throw new ApiError('ejected', message);
    }
    if (level === 'none') {
      const message = 'This room is private: it takes a meeting token to join.';
      throw new ApiError('not_allowed', message);
    }
    const places = level === 'full' ? maxParticipants : LOBBY_PLACES;
    if (count(level) >= places) {
      const message = `This room has all the participants it may have: ${places}.`;
      throw new ApiError('room_full', message);
    }
    return level;
  }

  function settle(sessionId: string, person: string, departure: Departure | null): void {
    people.set(sessionId, person);
    if (departure === null) return;
    const { at, reason, message } = departure;
    const eject = () => room.eject(sessionId, reason, message);
    departures.set(sessionId, scheduleAt(clock, at, eject));
  }

  return {
    get keptOut() {
      return [...ejected];
    },
    handleReturned(sessionId, { person, departure }) {
      if (!people.has(sessionId)) settle(sessionId, person, departure);
    },
    get isEmpty() {
      return people.size + joining.full + joining.lobby === 0;
    },
    get hasSlot() {
      return count('full') < maxParticipants;
    },
    reserve(asked, person) {
      const level = admit(asked, person);
      joining[level] += 1;
      return {
        level,
        occupy(sessionId, departure) {
          // Left again while the answer was made, or the meeting ended.
          if (room.members().some((member) => member.sessionId === sessionId))
            settle(sessionId, person, departure);
        },
        release() {
          joining[level] -= 1;
        },
      };
    },
    keepOut({ sessionId }) {
      const person = people.get(sessionId);
      if (person !== undefined) ejected.add(person);
    },
    handleLeft(sessionId) {
      departures.get(sessionId)?.();
      departures.delete(sessionId);
      people.delete(sessionId);
    },
    close() {
      for (const cancel of departures.values()) cancel();
      departures.clear();
    },
  };
}
