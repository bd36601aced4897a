import type { GracefulDisconnect } from '../participant/graceful-disconnect.ts';
import type { ParticipantRegistry } from '../participant/participant-registry.ts';
import type { ParticipantSession } from '../participant/participant-session.ts';
import type { Room, RoomMember } from '../port.ts';
import { RoomError } from '../room-error.ts';

export interface AdministerOptions {
  readonly registry: ParticipantRegistry;
  readonly gracefulDisconnect: GracefulDisconnect;
  readonly remove: (session: ParticipantSession, reason: 'ejected') => boolean;
  readonly onChanged: (sessionId: string) => void;
  readonly onAdmitted: (session: ParticipantSession) => void;
  readonly maxParticipants: number;
}

type Administration = Pick<
  Room,
  'members' | 'describeTo' | 'admit' | 'eject' | 'updatePermissions' | 'switchOff' | 'send'
>;

/** What the server does to the participants of a room. Permission to ask for it is checked by the caller. */
export function administer(options: AdministerOptions): Administration {
  const { registry, gracefulDisconnect, onChanged } = options;

  const update = (session: ParticipantSession): void => {
    registry.sync(session.sessionId);
    registry.syncReader(session);
    onChanged(session.sessionId);
  };

  return {
    members: () => [...registry.sessions.values()].map(describeMember),
    describeTo(sessionId) {
      const session = registry.findSession(sessionId);
      return session === undefined ? [] : registry.describeTo(session);
    },
    admit(sessionId) {
      const session = registry.findSession(sessionId);
      if (session?.level !== 'lobby') return false;
      const inside = [...registry.sessions.values()].filter(({ level }) => level === 'full');
      if (inside.length >= options.maxParticipants)
        throw new RoomError('room_full', 'This room has no free place.');
      session.level = 'full';
      const participants = registry.introduceTo(session);
      session.send({ type: 'access', level: 'full', participants });
      update(session);
      options.onAdmitted(session);
      return true;
    },
    eject(sessionId, reason = 'ejected', message = 'You were removed from the room.') {
      const session = registry.findSession(sessionId);
      if (session === undefined) return false;
      options.remove(session, 'ejected');
      void gracefulDisconnect.disconnect(session, { type: 'room-left', reason, message });
      return true;
    },
    updatePermissions(sessionId, permissions) {
      const session = registry.findSession(sessionId);
      if (session === undefined) return;
      session.setPermissions(permissions);
      session.send({ type: 'self-updated', permissions: session.permissions });
      update(session);
    },
    switchOff(sessionId, tracks) {
      const session = registry.findSession(sessionId);
      if (session === undefined) return;
      session.switchOff(tracks);
      session.send({ type: 'self-updated', tracksOff: [...tracks] });
      update(session);
    },
    send(event, to = '*') {
      if (to === '*') registry.broadcast(event);
      else registry.findSession(to)?.send(event);
    },
  };
}

function describeMember(session: ParticipantSession): RoomMember {
  const { sessionId, userId, userName, owner, permissions, level, publications } = session;
  const tracks = new Map(
    [...publications.values()].map(({ name, media, flowing }) => [name, { media, on: flowing }]),
  );
  return { sessionId, userId, userName, owner, permissions, level, tracks };
}
