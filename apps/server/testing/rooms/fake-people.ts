import type { JoinIdentity, Room, RoomMember, RoomOptions } from '@kindling/media';
import type { RoomEvent } from '@kindling/protocol/room';

export type FakePerson = { -readonly [K in keyof RoomMember]: RoomMember[K] } & {
  readonly key: string;
};

/** The people of a fake room; the options of the room hear who comes and goes. */
export interface FakePeople {
  readonly all: readonly FakePerson[];
  find(sessionId: string): FakePerson | undefined;
  findByKey(key: string): FakePerson | undefined;
  /** `names`: as who was there before. @default those of the next who comes */
  add(userName: string, identity: JoinIdentity, names?: PersonNames): FakePerson;
  /** Answers whether there was such a person. */
  remove(person: FakePerson | undefined, reason: 'left' | 'lost' | 'ejected'): boolean;
}

type PersonNames = Pick<FakePerson, 'sessionId' | 'key'>;

export const FIRST_PERSON: PersonNames = { sessionId: 'person', key: 'person-key' };

export function createFakePeople(options: RoomOptions): FakePeople {
  const people: FakePerson[] = [];
  let joined = 0;
  const newNames = () => {
    joined += 1;
    return joined === 1
      ? FIRST_PERSON
      : { sessionId: `person-${joined}`, key: `person-key-${joined}` };
  };
  return {
    all: people,
    find: (sessionId) => people.find((one) => one.sessionId === sessionId),
    findByKey: (key) => people.find((one) => one.key === key),
    add(userName, identity, names = newNames()) {
      const person: FakePerson = {
        ...names,
        userId: identity.userId ?? names.sessionId,
        userName: identity.userName ?? userName,
        owner: identity.owner ?? false,
        permissions: {
          hasPresence: true,
          canSend: true,
          canReceive: { base: true },
          canAdmin: identity.owner ?? false,
          ...identity.permissions,
        },
        level: identity.level ?? 'full',
        tracks: new Map(),
      };
      people.push(person);
      options.onParticipantJoined?.(person.sessionId);
      return person;
    },
    remove(person, reason) {
      if (person === undefined) return false;
      people.splice(people.indexOf(person), 1);
      options.onParticipantLeft?.(person.sessionId, reason);
      return true;
    },
  };
}

/** What a server does with people: it sends them what has changed, as a room does. */
export function moderate(
  options: RoomOptions,
  people: FakePeople,
  send: (event: RoomEvent, to: string) => void,
): Pick<Room, 'members' | 'admit' | 'eject' | 'updatePermissions'> {
  return {
    members: () => [...people.all],
    admit(sessionId) {
      const person = people.find(sessionId);
      if (person?.level !== 'lobby') return false;
      person.level = 'full';
      send({ type: 'access', level: 'full', participants: [] }, sessionId);
      options.onMemberChanged?.(sessionId);
      return true;
    },
    eject(sessionId, reason = 'ejected', message = '') {
      send({ type: 'room-left', reason, message }, sessionId);
      return people.remove(people.find(sessionId), 'ejected');
    },
    updatePermissions(sessionId, permissions) {
      const person = people.find(sessionId);
      if (person === undefined) return;
      person.permissions = { ...person.permissions, ...permissions };
      options.onMemberChanged?.(sessionId);
    },
  };
}
