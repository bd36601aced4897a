import { participantPath, type RoomJoin, type RoomRestart } from '@kindling/protocol/room';
import type { MediaContext } from '../participant/media-context.ts';
import type { ParticipantRegistry } from '../participant/participant-registry.ts';
import {
  createParticipantSession,
  identifyOffer,
  type ParticipantSession,
  type SessionEvents,
} from '../participant/participant-session.ts';
import type {
  JoinAnswer,
  JoinIdentity,
  RestartAnswer,
  ReturningParticipant,
  RoomOptions,
} from '../port.ts';
import { RoomError } from '../room-error.ts';
import { parseOffer } from '../transport/sdp/parse-offer.ts';
import { hashParticipantKey } from './participant-key.ts';

export interface JoiningOptions {
  readonly room: Pick<RoomOptions, 'path' | 'maxParticipants' | 'generation' | 'returning'>;
  readonly context: MediaContext;
  readonly registry: ParticipantRegistry;
  readonly events: SessionEvents;
  /** @throws RoomError `room_ended` when the room is closed. */
  readonly assertOpen: () => void;
  /** The participant is in the registry and knows the others. */
  readonly onJoined: (session: ParticipantSession) => void;
}

/** Lets people into a room: one session for each offer. */
export function createJoining(options: JoiningOptions) {
  const { room, context, registry, events, assertOpen } = options;
  /** Ids of offers that are being answered. */
  const joining = new Set<string>();
  const { generation = 0 } = room;
  const expected = new Map(room.returning?.map((one) => [one.keyHash, one]));
  /** Those on their way back, by key. */
  const returning = new Map<string, Promise<ParticipantSession>>();

  const assertHasRoom = (level: ParticipantSession['level']): void => {
    const present = [...registry.sessions.values()].filter((session) => session.level === level);
    if (present.length + joining.size >= room.maxParticipants)
      throw new RoomError('room_full', 'This room has no free place.');
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

  /** Whoever knows the room already is told of its participants anew: their tracks come on other lines. */
  const admitReturned = (session: ParticipantSession): void => {
    registry.addSession(session);
    for (const { sessionId } of registry.describeTo(session))
      session.sentDescriptions.set(sessionId, '');
    registry.sync();
    options.onJoined(session);
  };

  const returnAs = async (
    { sessionId, userName, version }: ReturningParticipant,
    key: string,
    { sdp, sends }: RoomRestart,
  ): Promise<{ session: ParticipantSession; sdp: string }> => {
    assertHasRoom('full');
    const session = await createParticipantSession({
      request: { sdp, userName, version },
      identity: {},
      context,
      events,
      listeners: registry.agents,
      generation,
      known: { sessionId, key },
    });
    try {
      const answer = await session.connect(parseOffer(sdp), sends);
      assertOpen();
      admitReturned(session);
      return { session, sdp: answer };
    } catch (error) {
      session.close();
      throw error;
    }
  };

  return {
    /** Somebody from the room before this; once, however many offers come at the same time. */
    async rejoin(key: string, request: RoomRestart): Promise<RestartAnswer> {
      const under = returning.get(key);
      if (under !== undefined) {
        const session = await under;
        return { sdp: await session.connect(parseOffer(request.sdp), request.sends) };
      }
      const known = expected.get(hashParticipantKey(key));
      if (known === undefined) throw new RoomError('not_found', 'There is no such participant.');
      const returned = returnAs(known, key, request);
      const session = returned.then((one) => one.session);
      session.catch(() => {});
      returning.set(key, session);
      try {
        const { sdp } = await returned;
        expected.delete(known.keyHash);
        return { sdp };
      } finally {
        returning.delete(key);
      }
    },
    async join(request: RoomJoin, identity: JoinIdentity = {}): Promise<JoinAnswer> {
      assertOpen();
      const offer = parseOffer(request.sdp);
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
