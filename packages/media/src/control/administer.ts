import type { Farewell } from '../participant/farewell.ts';
import type { Members } from '../participant/members.ts';
import type { Seat } from '../participant/seat.ts';
import type { Room, RoomMember } from '../port.ts';
import { RoomError } from '../room-error.ts';

export interface AdministerOptions {
  readonly members: Members;
  readonly farewell: Farewell;
  readonly takeOut: (seat: Seat, reason: 'ejected') => boolean;
  readonly onChanged: (sessionId: string) => void;
  readonly onAdmitted: (seat: Seat) => void;
  readonly maxParticipants: number;
}

type Administration = Pick<
  Room,
  'members' | 'describeTo' | 'admit' | 'eject' | 'updatePermissions' | 'switchOff' | 'send'
>;

/** What the server does with the people of a room. Who may ask for it is not decided here. */
export function administer(options: AdministerOptions): Administration {
  const { members, farewell, onChanged } = options;

  const update = (seat: Seat): void => {
    members.sync(seat.sessionId);
    members.syncReader(seat);
    onChanged(seat.sessionId);
  };

  return {
    members: () => [...members.seats.values()].map(describeMember),
    describeTo(sessionId) {
      const seat = members.findSeat(sessionId);
      return seat === undefined ? [] : members.describeTo(seat);
    },
    admit(sessionId) {
      const seat = members.findSeat(sessionId);
      if (seat?.level !== 'lobby') return false;
      const there = [...members.seats.values()].filter(({ level }) => level === 'full');
      if (there.length >= options.maxParticipants)
        throw new RoomError('room_full', 'This room has no free place.');
      seat.level = 'full';
      const participants = members.introduceTo(seat);
      seat.send({ type: 'access', level: 'full', participants });
      update(seat);
      options.onAdmitted(seat);
      return true;
    },
    eject(sessionId, reason = 'ejected', message = 'You were removed from the room.') {
      const seat = members.findSeat(sessionId);
      if (seat === undefined) return false;
      options.takeOut(seat, 'ejected');
      void farewell.say(seat, { type: 'room-left', reason, message });
      return true;
    },
    updatePermissions(sessionId, permissions) {
      const seat = members.findSeat(sessionId);
      if (seat === undefined) return;
      seat.setPermissions(permissions);
      seat.send({ type: 'self-updated', permissions: seat.permissions });
      update(seat);
    },
    switchOff(sessionId, tracks) {
      const seat = members.findSeat(sessionId);
      if (seat === undefined) return;
      seat.switchOff(tracks);
      seat.send({ type: 'self-updated', tracksOff: [...tracks] });
      update(seat);
    },
    send(event, to = '*') {
      if (to === '*') members.broadcast(event);
      else members.findSeat(to)?.send(event);
    },
  };
}

function describeMember(seat: Seat): RoomMember {
  const { sessionId, userId, userName, owner, permissions, level, publications } = seat;
  const tracks = new Map(
    [...publications.values()].map(({ name, media, flowing }) => [name, { media, on: flowing }]),
  );
  return { sessionId, userId, userName, owner, permissions, level, tracks };
}
