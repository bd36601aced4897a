import type { JoinAnswer, Room } from '@kindling/media';
import type { RoomJoin } from '@kindling/protocol/room';
import type { Admission } from './admission.ts';
import type { Attendance } from './people/attendance.ts';
import type { SessionData } from './people/session-data.ts';
import type { MeetingMemory } from './return/meeting-memory.ts';

/** Who comes, beside what their token says. */
export interface Visitor {
  readonly offer: RoomJoin;
  readonly address: string;
}

export interface JoinMeetingOptions {
  readonly meetingId: string;
  readonly room: Pick<Room, 'join'>;
  readonly attendance: Pick<Attendance, 'reserve'>;
  readonly memory: Pick<MeetingMemory, 'noteJoin'>;
  readonly sessionData: Pick<SessionData, 'data'>;
  /** What may be stored in the place of what names a person. */
  readonly nameless: (person: string) => string;
  /** However it went. */
  readonly onDone: () => void;
}

/** @throws `room_full` or `ejected`; what the media engine refuses is thrown as it is */
export type JoinMeeting = (visitor: Visitor, admission: Admission) => Promise<JoinAnswer>;

export function createJoinMeeting(options: JoinMeetingOptions): JoinMeeting {
  const { meetingId, room, attendance, memory, sessionData } = options;
  return async (visitor, admission) => {
    const { departure } = admission;
    const person = options.nameless(personOf(visitor, admission));
    const place = attendance.reserve(admission.level, person);
    const { level } = place;
    const { version = 1 } = visitor.offer;
    try {
      const answer = await room.join(visitor.offer, { ...admission.identity, level });
      place.occupy(answer.sessionId, departure);
      memory.noteJoin(answer, { version, person, departure });
      const { data } = sessionData;
      return {
        ...answer,
        ...describeAdmission(answer.sessionId, admission),
        level,
        meetingId,
        ...(level === 'lobby' || data === undefined ? {} : { sessionData: data }),
      };
    } finally {
      place.release();
      options.onDone();
    }
  };
}

/** What participants learn of themselves and of the room. */
function describeAdmission(sessionId: string, { identity, departure, info }: Admission) {
  return {
    owner: identity.owner,
    permissions: identity.permissions,
    room: info,
    userId: identity.userId ?? sessionId,
    ...(identity.userName === undefined ? {} : { userName: identity.userName }),
    ...(departure === null ? {} : { ejectAt: departure.at }),
  };
}

/**
 * Identifies a participant who was removed: by the id of their token, or else by name and network.
 * A determined person can get around it; a private room is what keeps people out.
 */
function personOf({ offer, address }: Visitor, { identity }: Admission): string {
  if (identity.userId !== undefined) return `id ${identity.userId}`;
  return `name ${address} ${identity.userName ?? offer.userName ?? ''}`;
}
