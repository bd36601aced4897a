import type { RoomRestart } from '@kindling/protocol/room';
import {
  createParticipantSession,
  type ParticipantSession,
} from '../participant/participant-session.ts';
import type { RestartAnswer, ReturningParticipant } from '../port.ts';
import { RoomError, roomFull } from '../room-error.ts';
import { parseOffer } from '../transport/sdp/parse-offer.ts';
import type { JoiningOptions } from './join-room.ts';
import { hashParticipantKey } from './participant-key.ts';

/** Lets in again who was in the room before this one, under the key they have. */
export function createReturning(options: JoiningOptions) {
  const { room, context, registry, events, assertOpen } = options;
  const expected = new Map(room.returning?.map((one) => [one.keyHash, one]));
  /** Those on their way, by key. */
  const underWay = new Map<string, Promise<ParticipantSession>>();

  /** A returning client gets all participants described again: their tracks come on other m-lines. */
  function admit(session: ParticipantSession): void {
    registry.addSession(session);
    for (const { sessionId } of registry.describeTo(session))
      session.sentDescriptions.set(sessionId, '');
    registry.sync();
    options.onJoined(session);
  }

  async function openSession(
    { sessionId, userName, version, receives, lastCommand }: ReturningParticipant,
    key: string,
    { sdp, sends }: RoomRestart,
  ): Promise<{ readonly session: ParticipantSession; readonly sdp: string }> {
    if (registry.sessions.size + underWay.size > room.maxParticipants) throw roomFull();
    const session = await createParticipantSession({
      request: { sdp, userName, version },
      identity: {},
      context,
      events,
      listeners: registry.agents,
      generation: room.generation ?? 0,
      known: { sessionId, key, lastCommand },
    });
    try {
      const answer = await session.connect(parseOffer(sdp), sends);
      assertOpen();
      for (const one of receives) session.subscriptions.set(one, { '*': true });
      admit(session);
      return { session, sdp: answer };
    } catch (error) {
      session.close();
      throw error;
    }
  }

  return {
    /**
     * Their first offer; once, however many come at the same time.
     *
     * @throws a `RoomError`: `not_found` for anyone else
     */
    async rejoin(key: string, request: RoomRestart): Promise<RestartAnswer> {
      const first = underWay.get(key);
      if (first !== undefined) {
        const session = await first;
        return { sdp: await session.connect(parseOffer(request.sdp), request.sends) };
      }
      const known = expected.get(hashParticipantKey(key));
      if (known === undefined) throw new RoomError('not_found', 'There is no such participant.');
      const opening = openSession(known, key, request);
      const session = opening.then((opened) => opened.session);
      // Whoever waits for it hears of its failure.
      session.catch(() => {});
      underWay.set(key, session);
      try {
        const { sdp } = await opening;
        expected.delete(known.keyHash);
        return { sdp };
      } finally {
        underWay.delete(key);
      }
    },
  };
}
