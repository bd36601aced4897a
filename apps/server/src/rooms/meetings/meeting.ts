import { randomUUID } from 'node:crypto';
import type { MediaEngine, Room } from '@kindling/media';
import type { Clock } from '@kindling/protocol/clock';
import type { Logger } from 'pino';
import { ApiError } from '../../platform/errors/api-error.ts';
import { createFeatureSet } from './feature-set.ts';
import { createJoinMeeting, type JoinMeeting } from './join-meeting.ts';
import { createMeetingEnding } from './meeting-ending.ts';
import { createAttendance, LOBBY_PLACES } from './people/attendance.ts';
import { createHiddenCount } from './people/hidden-count.ts';
import { createLobby } from './people/lobby.ts';
import { createPresence } from './people/presence.ts';
import { createSessionData } from './people/session-data.ts';
import { createParticipantUpdates } from './people/update-participant.ts';
import type { CreateMeetingFeature, MeetingContext } from './request-handlers.ts';
import { createMeetingMemory } from './return/meeting-memory.ts';
import type { MeetingState } from './return/meeting-state.ts';
import type { StoredRoom } from './room-store.ts';

export interface MeetingOptions {
  readonly stored: StoredRoom;
  /** Of people with full access. */
  readonly maxParticipants: number;
  /** The meeting on another node, which goes on here. @default it begins here */
  readonly before?: MeetingState | undefined;
  /** Keeps what another node needs to go on with it; answers whether this one has it. @default nothing is kept */
  readonly keep?: ((state: MeetingState) => Promise<boolean>) | undefined;
  readonly features: readonly CreateMeetingFeature[];
  /** What may be stored in the place of what names a person. */
  readonly nameless: (person: string) => string;
  readonly media: MediaEngine;
  readonly clock: Clock;
  readonly log: Logger;
  /** Once, as soon as nobody can join any more; `closed` resolves when nothing is left. */
  readonly onEnded: (closed: Promise<void>) => void;
}

/** People in a room, from the first who comes to the last who goes. */
export interface Meeting {
  readonly room: Room;
  readonly roomId: string;
  readonly join: JoinMeeting;
  end(message: string): Promise<void>;
  /** Stores all that another node needs; false: it cannot be gone on with. */
  flush(): Promise<boolean>;
  /** It is another node's, or may be: people look for it there. `handedOver`: that node waits for them. */
  move(handedOver: boolean): Promise<void>;
}

/**
 * Opens the room.
 *
 * @throws when it cannot be made
 */
export function createMeeting(options: MeetingOptions): Meeting {
  const { stored, clock, maxParticipants, before } = options;
  const meetingId = before?.meetingId ?? randomUUID();
  const log = options.log.child({ meetingId, roomId: stored.id });
  const memory = createMeetingMemory({
    ...{ meetingId, before },
    room: () => room,
    waiting: () => lobby.waiting,
    ejected: () => attendance.keptOut,
    sessionData: () => sessionData.data,
    store:
      options.keep && (async (state) => ending.begun || (await options.keep?.(state)) === true),
    onFailed: (error) => log.warn({ err: error }, 'meeting not kept'),
    onLost: () => void ending.move(false),
  });

  const room = options.media.createRoom({
    name: stored.name,
    path: `/room/${stored.name}`,
    maxParticipants: maxParticipants + LOBBY_PLACES,
    ...memory.returning,
    onParticipantJoined: (sessionId) => presence.handleJoined(sessionId),
    onMemberChanged: (sessionId) => presence.handleChanged(sessionId),
    onParticipantLeft: (sessionId) => presence.handleLeft(sessionId),
    onRequest: (request) => features.handleRequest(request),
    onFailed: () => void ending.end('The meeting has ended because something failed on our side.'),
  });
  const context: MeetingContext = {
    room,
    meetingId,
    clock,
    log,
    orgId: stored.orgId,
    config: stored.config,
  };
  const keptOut = before?.ejected;
  const attendance = createAttendance({ room, maxParticipants, clock, keptOut });
  const onChanged = memory.note;
  const sessionData = createSessionData(context, { before: before?.sessionData, onChanged });
  const lobby = createLobby(context, {
    hasSlot: () => attendance.hasSlot,
    isMoving: () => ending.isMoving,
    before: before?.waiting,
    onChanged,
  });
  const ending = createMeetingEnding({
    ...{ room, clock, log, features: () => features },
    onEnded(closed) {
      presence.close();
      attendance.close();
      options.onEnded(closed);
    },
  });
  const features = createFeatures();
  const presence = createPresence({
    ...{ room, clock, attendance, features, memory, lobby },
    isReturning: before !== undefined,
    onEmpty: () => void ending.end('The meeting is over.'),
  });
  log.info({ generation: memory.returning.generation ?? 0 }, 'meeting opened');

  function createFeatures() {
    try {
      return createFeatureSet(context, [
        lobby,
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

  const join = createJoinMeeting({
    ...{ meetingId, room, attendance, memory, sessionData, onDone: presence.endIfEmpty },
    nameless: options.nameless,
  });

  return {
    room,
    roomId: stored.id,
    async join(visitor, admission) {
      if (ending.begun) throw new ApiError('room_ended', 'This meeting is over. Join again.');
      return join(visitor, admission);
    },
    end: ending.end,
    flush: async () => !ending.begun && (await memory.flush()),
    move: ending.move,
  };
}
