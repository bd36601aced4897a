import type { RoomMember } from '@kindling/media';
import { RoomError } from '@kindling/media/room-error';
import type { RoomEvent } from '@kindling/protocol/room';
import type { MeetingContext, MeetingFeature } from '../request-handlers.ts';
import { assertAdministrator, mayAdministerPeople } from './administration.ts';

interface AccessRequest {
  name: string;
  readonly decided: PromiseWithResolvers<{ granted: boolean }>;
}

type Change = Extract<RoomEvent, { type: 'waiting' }>['change'];

export interface LobbyOptions {
  /** Whether one more may come in. */
  hasSlot(): boolean;
  /** Whether it goes on elsewhere: nobody is turned away then. */
  isMoving(): boolean;
  /** Who asked on another node, and is expected to return. @default nobody */
  readonly before?: readonly Knock[] | undefined;
  onChanged(): void;
}

/** A participant in the lobby who asks to be admitted. */
export interface Knock {
  readonly sessionId: string;
  readonly name: string;
}

export interface Lobby extends MeetingFeature {
  readonly waiting: readonly Knock[];
}

/** Access requests wait here. Owners are notified, including those who join later, and decide. */
export function createLobby(meeting: MeetingContext, options: LobbyOptions): Lobby {
  const { hasSlot, before = [] } = options;
  const { room } = meeting;
  const waiting = new Map<string, AccessRequest>(
    before.map(({ sessionId, name }) => [sessionId, { name, decided: Promise.withResolvers() }]),
  );

  const eventOf = (change: Change, id: string, { name }: AccessRequest): RoomEvent => {
    const participant = { id, name, awaitingAccess: { level: 'full' } } as const;
    return { type: 'waiting', change, participant };
  };
  const tellOwners = (change: Change, id: string, accessRequest: AccessRequest) => {
    for (const member of room.members()) {
      if (member.level === 'full' && mayAdministerPeople(member))
        room.send(eventOf(change, id, accessRequest), member.sessionId);
    }
  };
  const remove = (id: string, granted: boolean): void => {
    const accessRequest = waiting.get(id);
    if (accessRequest === undefined) return;
    waiting.delete(id);
    tellOwners('removed', id, accessRequest);
    options.onChanged();
    accessRequest.decided.resolve({ granted });
  };
  /** Requests an owner was already notified of are not sent again. */
  const informed = new Set<string>();
  const inform = (member: RoomMember): void => {
    if (!mayAdministerPeople(member)) informed.delete(member.sessionId);
    else if (!informed.has(member.sessionId)) {
      informed.add(member.sessionId);
      for (const [id, accessRequest] of waiting)
        room.send(eventOf('added', id, accessRequest), member.sessionId);
    }
  };

  return {
    get waiting() {
      return [...waiting].map(([sessionId, { name }]) => ({ sessionId, name }));
    },
    handlers: {
      'request-access': ({ member, params: { name } }) => {
        if (member.level === 'full') return { granted: true };
        const known = waiting.get(member.sessionId);
        const accessRequest = known ?? { name, decided: Promise.withResolvers() };
        accessRequest.name = name;
        waiting.set(member.sessionId, accessRequest);
        tellOwners(known === undefined ? 'added' : 'updated', member.sessionId, accessRequest);
        options.onChanged();
        return accessRequest.decided.promise;
      },
      'grant-access': ({ member, params: { id, granted } }) => {
        assertAdministrator(member);
        if (!waiting.has(id))
          throw new RoomError('not_found', 'id: nobody with this id is waiting to be admitted.');
        if (granted && !hasSlot())
          throw new RoomError('room_full', 'This room has all the participants it may have.');
        remove(id, granted && room.admit(id));
      },
    },
    onMemberEntered: inform,
    onMemberChanged: inform,
    onMemberLeft(sessionId) {
      informed.delete(sessionId);
      remove(sessionId, false);
    },
    async close() {
      if (options.isMoving()) return;
      for (const { decided } of waiting.values()) decided.resolve({ granted: false });
      waiting.clear();
    },
  };
}
