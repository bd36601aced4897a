import { randomUUID } from 'node:crypto';
import type { JoinAnswer, MediaEngine, Room } from '@kindling/media';
import type { Clock } from '@kindling/protocol/clock';
import type { RoomJoin } from '@kindling/protocol/room';
import type { Logger } from 'pino';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Admission } from './admission.ts';
import { createFeatureSet } from './feature-set.ts';
import { createAttendance, LOBBY_PLACES } from './people/attendance.ts';
import { createHiddenCount } from './people/hidden-count.ts';
import { createLobby } from './people/lobby.ts';
import { createSessionData } from './people/session-data.ts';
import { createParticipantUpdates } from './people/update-participant.ts';
import type { CreateMeetingFeature, MeetingContext } from './request-handlers.ts';
import type { StoredRoom } from './room-store.ts';

export interface MeetingOptions {
  readonly stored: StoredRoom;
  /** Of people with full access. */
  readonly maxParticipants: number;
  readonly features: readonly CreateMeetingFeature[];
  readonly media: MediaEngine;
  readonly clock: Clock;
  readonly log: Logger;
  /** Once, as soon as nobody can join any more; `closed` resolves when nothing is left. */
  readonly onEnded: (closed: Promise<void>) => void;
}

/** Who comes, beside what their token says. */
export interface Visitor {
  readonly offer: RoomJoin;
  readonly address: string;
}

/** People in a room, from the first who comes to the last who goes. */
export interface Meeting {
  readonly room: Room;
  readonly roomId: string;
  /** @throws `room_full` or `ejected`; what the media engine refuses is thrown as it is */
  join(visitor: Visitor, admission: Admission): Promise<JoinAnswer>;
  end(message: string): Promise<void>;
}

/**
 * Opens the room.
 *
 * @throws when it cannot be made
 */
export function createMeeting(options: MeetingOptions): Meeting {
  const { stored, clock, maxParticipants } = options;
  const meetingId = randomUUID();
  const log = options.log.child({ meetingId, roomId: stored.id });
  let ended: Promise<void> | null = null;

  const room = options.media.createRoom({
    name: stored.name,
    path: `/room/${stored.name}`,
    maxParticipants: maxParticipants + LOBBY_PLACES,
    onParticipantJoined: (sessionId) => features.handleMember(sessionId),
    onMemberChanged: (sessionId) => features.handleMember(sessionId),
    onParticipantLeft: handleLeft,
    onRequest: (request) => features.handleRequest(request),
    onFailed: () => void end('The meeting has ended because something failed on our side.'),
  });
  const context: MeetingContext = {
    room,
    meetingId,
    clock,
    log,
    orgId: stored.orgId,
    config: stored.config,
  };
  const attendance = createAttendance({ room, maxParticipants, clock });
  const sessionData = createSessionData(context);
  const features = createFeatures();
  log.info('meeting opened');

  function createFeatures() {
    try {
      return createFeatureSet(context, [
        createLobby(context, { hasSlot: () => attendance.hasSlot }),
        createParticipantUpdates(context, attendance.keepOut),
        createHiddenCount(context),
        sessionData,
        ...options.features.map((create) => create(context)),
      ]);
    } catch (error) {
      void room.close('The meeting could not be opened.');
      throw error;
    }
  }

  function handleLeft(sessionId: string): void {
    attendance.handleLeft(sessionId);
    features.handleLeft(sessionId);
    endIfEmpty();
  }

  function endIfEmpty(): void {
    if (attendance.isEmpty) void end('The meeting is over.');
  }

  function end(message: string): Promise<void> {
    if (ended === null) {
      ended = close(message);
      options.onEnded(ended);
    }
    return ended;
  }

  async function close(message: string): Promise<void> {
    attendance.close();
    await features.close();
    await room
      .close(message)
      .catch((error: unknown) => log.error({ err: error }, 'room not closed'));
    log.info('meeting closed');
  }

  async function join(visitor: Visitor, admission: Admission): Promise<JoinAnswer> {
    if (ended !== null) throw new ApiError('room_ended', 'This meeting is over. Join again.');
    const place = attendance.reserve(admission.level, personOf(visitor, admission));
    const { level } = place;
    try {
      const answer = await room.join(visitor.offer, { ...admission.identity, level });
      place.occupy(answer.sessionId, admission.departure);
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
      endIfEmpty();
    }
  }

  return {
    room,
    roomId: stored.id,
    join,
    end,
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
