import { randomUUID } from 'node:crypto';
import type { JoinAnswer, MediaEngine, Room, RoomMember } from '@kindling/media';
import type { Clock } from '@kindling/protocol/clock';
import type { RoomJoin } from '@kindling/protocol/room';
import type { Logger } from 'pino';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Admission, Departure } from './admission.ts';
import { createFeatureSet } from './feature-set.ts';
import { createHiddenCount } from './people/hidden-count.ts';
import { createLobby } from './people/lobby.ts';
import { createSessionData } from './people/session-data.ts';
import { createParticipantUpdates } from './people/update-participant.ts';
import type { CreateMeetingFeature, MeetingContext } from './request-handlers.ts';
import type { StoredRoom } from './room-store.ts';
import { scheduleAt } from './schedule-at.ts';

/** How many may wait in the lobby at the same time. */
const LOBBY_PLACES = 20;

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
  /** Throws `room_full` or `ejected`; what the media engine refuses is thrown as it is. */
  join(visitor: Visitor, admission: Admission): Promise<JoinAnswer>;
  end(message: string): Promise<void>;
}

/** Opens the room. Throws when it cannot be made. */
export function createMeeting(options: MeetingOptions): Meeting {
  const { stored, clock, maxParticipants } = options;
  const meetingId = randomUUID();
  const log = options.log.child({ meetingId, roomId: stored.id });
  const departures = new Map<string, () => void>();
  const people = new Map<string, string>();
  const ejected = new Set<string>();
  /** Joins under way, by level: they have their place already. */
  const joining = { full: 0, lobby: 0 };
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
  const sessionData = createSessionData(context);
  const features = createFeatures();
  log.info('meeting opened');

  function createFeatures() {
    try {
      return createFeatureSet(context, [
        createLobby(context, { hasSlot: () => count('full') < maxParticipants }),
        createParticipantUpdates(context, keepOut),
        createHiddenCount(context),
        sessionData,
        ...options.features.map((create) => create(context)),
      ]);
    } catch (error) {
      void room.close('The meeting could not be opened.');
      throw error;
    }
  }

  function count(level: RoomMember['level']): number {
    // Who is joining may be among the members already; nobody is counted twice.
    const here = room.members().filter((one) => one.level === level && people.has(one.sessionId));
    return here.length + joining[level];
  }

  function keepOut({ sessionId }: RoomMember): void {
    const who = people.get(sessionId);
    if (who !== undefined) ejected.add(who);
  }

  function handleLeft(sessionId: string): void {
    departures.get(sessionId)?.();
    departures.delete(sessionId);
    people.delete(sessionId);
    features.handleLeft(sessionId);
    endIfEmpty();
  }

  function endIfEmpty(): void {
    if (people.size + joining.full + joining.lobby === 0) void end('The meeting is over.');
  }

  function end(message: string): Promise<void> {
    if (ended === null) {
      ended = close(message);
      options.onEnded(ended);
    }
    return ended;
  }

  async function close(message: string): Promise<void> {
    for (const cancel of departures.values()) cancel();
    departures.clear();
    await features.close();
    await room
      .close(message)
      .catch((error: unknown) => log.error({ err: error }, 'room not closed'));
    log.info('meeting closed');
  }

  function scheduleDeparture(sessionId: string, { at, reason, message }: Departure): void {
    const cancel = scheduleAt(clock, at, () => room.eject(sessionId, reason, message));
    departures.set(sessionId, cancel);
  }

  async function join(visitor: Visitor, admission: Admission): Promise<JoinAnswer> {
    const { identity, departure, info } = admission;
    const who = personOf(visitor, admission);
    const level = admit(admission.level, who);
    joining[level] += 1;
    try {
      const answer = await room.join(visitor.offer, { ...identity, level });
      // Left again while the answer was made, or the meeting ended.
      if (room.members().some((member) => member.sessionId === answer.sessionId)) {
        people.set(answer.sessionId, who);
        if (departure !== null) scheduleDeparture(answer.sessionId, departure);
      }
      return {
        ...answer,
        level,
        meetingId,
        owner: identity.owner,
        permissions: identity.permissions,
        room: info,
        userId: identity.userId ?? answer.sessionId,
        ...(identity.userName === undefined ? {} : { userName: identity.userName }),
        ...(departure === null ? {} : { ejectAt: departure.at }),
        ...(level === 'lobby' || sessionData.data === undefined
          ? {}
          : { sessionData: sessionData.data }),
      };
    } finally {
      joining[level] -= 1;
      endIfEmpty();
    }
  }

  /** The level one may join with now. */
  function admit(level: Admission['level'], who: string): 'lobby' | 'full' {
    if (ended !== null) throw new ApiError('room_ended', 'This meeting is over. Join again.');
    if (ejected.has(who)) {
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

  return {
    room,
    roomId: stored.id,
    join,
    end,
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
