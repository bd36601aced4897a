import { participantPath, type RoomJoin } from '@kindling/protocol/room';
import type { MediaContext } from '../participant/media-context.ts';
import type { ParticipantRegistry } from '../participant/participant-registry.ts';
import {
  createParticipantSession,
  identifyOffer,
  type ParticipantSession,
  type SessionEvents,
} from '../participant/participant-session.ts';
import type { JoinAnswer, JoinIdentity, RoomOptions } from '../port.ts';
import { RoomError, roomFull } from '../room-error.ts';

export interface JoiningOptions {
  readonly room: Pick<
    RoomOptions,
    'path' | 'maxParticipants' | 'generation' | 'returning' | 'returnWindow'
  >;
  readonly context: MediaContext;
  readonly registry: ParticipantRegistry;
  readonly events: SessionEvents;
  /** @throws RoomError `room_ended` when the room is closed. */
  readonly assertOpen: () => void;
  /** The participant is in the registry and knows the others. */
  readonly onJoined: (session: ParticipantSession) => void;
  /** Who was to return has hung up on the way. */
  readonly onLeft: (sessionId: string) => void;
}

/** Lets people into a room: one session for each offer. */
export function createJoining(options: JoiningOptions) {
  const { room, context, registry, events, assertOpen } = options;
  /** Ids of offers that are being answered. */
  const joining = new Set<string>();
  const { generation = 0 } = room;

  const assertHasRoom = (level: ParticipantSession['level']): void => {
    const present = [...registry.sessions.values()].filter((session) => session.level === level);
    if (present.length + joining.size >= room.maxParticipants) throw roomFull();
  };

  const admitJoined = (session: ParticipantSession, sdp: string): JoinAnswer => {
    registry.addSession(session);
    const participants = registry.introduceTo(session);
    registry.sync(session.sessionId);
    options.onJoined(session);
    const { sessionId, level, owner, userName, userId, permissions } = session;
    return {
      sdp,
      sessionId,
      location: participantPath(room.path, session.key),
      participants,
      level,
      owner,
      userName,
      userId,
      permissions,
    };
  };

  return {
    async join(request: RoomJoin, identity: JoinIdentity = {}): Promise<JoinAnswer> {
      assertOpen();
      const offer = context.readOffer(request);
      const offerId = identifyOffer(offer);
      const hasJoined = [...registry.sessions.values()].some((one) => one.offerId === offerId);
      if (hasJoined || joining.has(offerId))
        throw new RoomError('already_joined', 'This offer was answered already. Make a new one.');
      assertHasRoom(identity.level ?? 'full');
      joining.add(offerId);
      let session: ParticipantSession | undefined;
      try {
        const listeners = registry.agents;
        session = await createParticipantSession({
          request,
          identity,
          context,
          events,
          listeners,
          generation,
        });
        const sdp = await session.connect(offer, request.sends);
        assertOpen();
        return admitJoined(session, sdp);
      } catch (error) {
        session?.close();
        throw error;
      } finally {
        joining.delete(offerId);
      }
    },
  };
}
