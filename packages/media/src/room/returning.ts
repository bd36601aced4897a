import type { RoomRestart } from '@kindling/protocol/room';
import {
  createParticipantSession,
  type ParticipantSession,
} from '../participant/participant-session.ts';
import type { RestartAnswer, ReturningParticipant } from '../port.ts';
import { RoomError, roomFull } from '../room-error.ts';
import type { JoiningOptions } from './join-room.ts';
import { hashParticipantKey } from './participant-key.ts';

/** Admits again who was in the room before this one, under the key they have. */
export function createReturning(options: JoiningOptions) {
  const { room, context, registry, events, assertOpen } = options;
  const { returning = [], returnWindow } = room;
  const expected = new Map(returning.map((one) => [one.keyHash, one]));
  const cancelWindow =
    returnWindow === undefined
      ? () => {}
      : context.clock.schedule(returnWindow, () => {
          expected.clear();
          forgetAbsent(returning.flatMap(({ sessionId, receives }) => [sessionId, ...receives]));
        });
  /** Those on their way, by key. */
  const underWay = new Map<string, Promise<ParticipantSession>>();

  /** Those who returned know them from the room before, and they did not come. */
  function forgetAbsent(ids: readonly string[]): void {
    for (const id of new Set(ids)) if (registry.find(id) === undefined) registry.forget(id, 'lost');
  }

  /** A returning client gets all participants described again: their tracks come on other m-lines. */
  function admit(session: ParticipantSession, known: readonly string[]): void {
    registry.addSession(session);
    const visible = registry.describeTo(session).map(({ sessionId }) => sessionId);
    // Who is not back yet is no stranger when they are.
    for (const sessionId of [...visible, ...known]) session.sentDescriptions.set(sessionId, '');
    registry.sync();
    options.onJoined(session);
  }

  async function openSession(
    { sessionId, userName, version, identity = {}, receives, lastCommand }: ReturningParticipant,
    key: string,
    request: RoomRestart,
  ): Promise<{ readonly session: ParticipantSession; readonly sdp: string }> {
    if (registry.sessions.size + underWay.size > room.maxParticipants) throw roomFull();
    const session = await createParticipantSession({
      request: { ...request, userName, version },
      identity,
      context,
      events,
      listeners: registry.agents,
      generation: room.generation ?? 0,
      known: { sessionId, key, lastCommand },
    });
    try {
      const answer = await session.connect(context.readOffer(request), request.sends);
      assertOpen();
      for (const one of receives) session.subscriptions.set(one, { '*': true });
      admit(session, session.level === 'full' ? receives : []);
      return { session, sdp: answer };
    } catch (error) {
      session.close();
      throw error;
    }
  }

  return {
    /** They will not come: true where they were expected. */
    leave(key: string): boolean {
      const known = expected.get(hashParticipantKey(key));
      if (known === undefined || underWay.has(key)) return false;
      expected.delete(known.keyHash);
      registry.forget(known.sessionId, 'left');
      options.onLeft(known.sessionId);
      return true;
    },
    /** Nobody is waited for any more. */
    close: cancelWindow,
    /**
     * Their first offer; once, however many come at the same time.
     *
     * @throws a `RoomError`: `not_found` for anyone else
     */
    async rejoin(key: string, request: RoomRestart): Promise<RestartAnswer> {
      const first = underWay.get(key);
      if (first !== undefined) {
        const session = await first;
        return { sdp: await session.connect(context.readOffer(request), request.sends) };
      }
      const known = expected.get(hashParticipantKey(key));
      if (known === undefined) throw new RoomError('not_found', 'There is no such participant.');
      const opening = openSession(known, key, request);
      const session = opening.then((opened) => opened.session);
      // The request that waits for it sees its failure.
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
