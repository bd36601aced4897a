import type { MediaEngine } from '@kindling/media';
import type { Clock } from '@kindling/protocol/clock';
import type { Logger } from 'pino';
import type { Nodes } from '../../platform/cluster/nodes.ts';
import { singleNode } from '../../platform/cluster/single-node.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { notReady } from '../../platform/metrics/routes.ts';
import { createMeeting, type Meeting } from './meeting.ts';
import type { MeetingClaims } from './meeting-claims.ts';
import type { CreateMeetingFeature } from './request-handlers.ts';
import type { MeetingState } from './return/meeting-state.ts';
import type { StoredRoom } from './room-store.ts';

/** How many deleted rooms are remembered: a join may have read one just before. */
const REMEMBERED = 1_000;

export interface LiveMeetingsOptions {
  readonly media: MediaEngine;
  readonly clock: Clock;
  readonly log: Logger;
  readonly features: readonly CreateMeetingFeature[];
  /** @default the only server of its database */
  readonly nodes?: Pick<Nodes, 'publish' | 'subscribe'>;
  /** Whether this node may open meetings at the moment. @default always */
  readonly mayOpen?: () => boolean;
  /** Which node a meeting is on. @default always this one */
  readonly claims?: Pick<MeetingClaims, 'release' | 'keep' | 'stateOf'>;
  /** What may be stored in the place of what names a person. */
  readonly nameless: (person: string) => string;
  readonly limits: { readonly meetings: number; readonly roomParticipants: number };
}

export interface MeetingNumbers {
  readonly meetings: number;
  /** Participants who are waiting in the lobby are not included. */
  readonly participants: number;
  readonly waiting: number;
}

/** Every meeting that is going on. */
export interface LiveMeetings {
  readonly size: number;
  stats(): MeetingNumbers;
  find(roomName: string): Meeting | undefined;
  /**
   * The one in this room, opened for the first who comes.
   *
   * @throws `concurrency_limit` or `not_ready`
   */
  open(room: StoredRoom): Promise<Meeting>;
  /** The one in this room, if it goes on here, or went on on another node and is this one's now. */
  findOrResume(room: StoredRoom): Promise<Meeting | null>;
  /** All that go on here. */
  all(): readonly Meeting[];
  /** The room is deleted: removes every participant, and admits no more. */
  end(roomId: string, message: string): Promise<void>;
  /** Lets go of every meeting: this node may be taken for dead. */
  abandonAll(): Promise<void>;
  /** Ends every meeting and opens no new ones. */
  closeAll(message: string): Promise<void>;
}

export function createLiveMeetings(options: LiveMeetingsOptions): LiveMeetings {
  const { limits, nodes = singleNode, claims } = options;
  const byRoom = new Map<string, Meeting>();
  const deleted = new Set<string>();
  const ending = new Set<Promise<void>>();
  let closing = false;

  /** By room: it is being looked up whether it went on elsewhere. */
  const opening = new Map<string, Promise<Meeting | null>>();

  function create(stored: StoredRoom, before?: MeetingState): Meeting {
    if (closing || options.mayOpen?.() === false) throw notReady();
    if (deleted.has(stored.id)) throw new ApiError('room_not_found', 'This room was deleted.');
    if (byRoom.size >= limits.meetings) throw full();
    const wanted = stored.config.max_participants ?? limits.roomParticipants;
    const meeting = createMeeting({
      ...options,
      ...{ stored, before },
      keep: claims && ((state) => claims.keep(stored.id, state)),
      maxParticipants: Math.min(wanted, limits.roomParticipants),
      onEnded(closed) {
        if (byRoom.get(stored.name) === meeting) byRoom.delete(stored.name);
        ending.add(closed);
        void closed.finally(() => ending.delete(closed));
        void claims?.release(stored.id);
      },
    });
    byRoom.set(stored.name, meeting);
    return meeting;
  }

  async function endHere(roomId: string, message: string): Promise<void> {
    deleted.add(roomId);
    const [oldest] = deleted;
    if (deleted.size > REMEMBERED && oldest !== undefined) deleted.delete(oldest);
    const meetings = [...byRoom.values()].filter((meeting) => meeting.roomId === roomId);
    await Promise.all(meetings.map((meeting) => meeting.end(message)));
  }
  const all = () => [...byRoom.values()];

  async function resume(stored: StoredRoom): Promise<Meeting | null> {
    const before = (await claims?.stateOf(stored.id)) ?? null;
    return byRoom.get(stored.name) ?? (before === null ? null : create(stored, before));
  }

  async function findOrResume(stored: StoredRoom): Promise<Meeting | null> {
    const here = byRoom.get(stored.name);
    if (here !== undefined) return here;
    // Once, however many come at the same time.
    const resuming =
      opening.get(stored.name) ?? resume(stored).finally(() => opening.delete(stored.name));
    opening.set(stored.name, resuming);
    return resuming;
  }
  nodes.subscribe('room-deleted', ({ roomId, message }) => void endHere(roomId, message));

  return {
    get size() {
      return byRoom.size;
    },
    stats() {
      const all = [...byRoom.values()].flatMap(({ room }) => room.members());
      const participants = all.filter(({ level }) => level === 'full').length;
      return { meetings: byRoom.size, participants, waiting: all.length - participants };
    },
    find: (roomName) => byRoom.get(roomName),
    all,
    findOrResume,
    async open(stored) {
      return (await findOrResume(stored)) ?? byRoom.get(stored.name) ?? create(stored);
    },
    async end(roomId, message) {
      await endHere(roomId, message);
      await nodes.publish('room-deleted', { roomId, message });
    },
    abandonAll: async () => void (await Promise.all(all().map((meeting) => meeting.move(false)))),
    async closeAll(message) {
      closing = true;
      await Promise.all(all().map((meeting) => meeting.end(message)));
      await Promise.all(ending);
    },
  };
}

function full(): ApiError {
  return new ApiError(
    'concurrency_limit',
    'This server holds as many meetings as it may. Try again in a minute.',
    { headers: { 'Retry-After': '30' } },
  );
}
