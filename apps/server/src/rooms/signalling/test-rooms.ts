import { randomUUID } from 'node:crypto';
import type { MediaEngine, Room } from '@kindling/media';
import type { RoomJoin } from '@kindling/protocol/room';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { SharedUses } from '../../platform/requests/visitors/rate-limit.ts';
import type { VisitorOf } from '../../platform/requests/visitors/visitor.ts';
import type { RoomGateway, RoomSessions } from './room-gateway.ts';

/** Under this name everybody gets a room of their own, to try the way to this server. */
export const TEST_ROOM = 'connection-test';

const TEST_NAME = new RegExp(
  `^${TEST_ROOM}-(\\d{1,10})-[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}$`,
);

/** A test takes a quarter of a minute; a longer session is being used for something else. */
const LIFETIME = 60_000;
const MAX_AT_ONCE = 20;

export interface TestRooms {
  readonly gateway: RoomGateway;
  find(name: string): RoomSessions | null;
}

interface OpenTest {
  readonly room: Room;
  readonly visitor: string | null;
}

export interface TestRoomLimits {
  readonly visitorOf: VisitorOf;
  /** Tests of one visitor that go on at once. */
  readonly perVisitor: number;
  /** The same over all nodes. @default there are no others */
  readonly shared?: SharedUses | null;
  readonly onRejected: (reason: 'visitor') => void;
  /** The number of this node, by which others find the test. @default null: there are no others */
  readonly node?: () => number | null;
}

/** The node that has the test of this name; null: of another kind of room, or of the only node. */
export function testRoomNode(name: string): number | null {
  const [, node] = TEST_NAME.exec(name) ?? [];
  return node === undefined ? null : Number(node);
}

/** Rooms for one, in which nothing happens but media arriving. */
export function createTestRooms(
  media: Pick<MediaEngine, 'createRoom'>,
  limits: TestRoomLimits,
): TestRooms {
  const rooms = new Map<string, OpenTest>();
  const info = { id: TEST_ROOM, name: TEST_ROOM, config: {}, tokenConfig: {} };

  /** Answers how to give back what was taken. */
  const takeForVisitor = async (visitor: string | null): Promise<() => void> => {
    if (visitor === null) return () => {};
    const theirs = [...rooms.values()].filter((one) => one.visitor === visitor).length;
    const shared = limits.shared ?? null;
    if (theirs < limits.perVisitor && (shared === null || (await shared.take(visitor))))
      return () => void shared?.giveBack(visitor);
    limits.onRejected('visitor');
    throw new ApiError(
      'concurrency_limit',
      `There are ${limits.perVisitor} connection tests from your address already. Try again in a minute.`,
      { headers: { 'Retry-After': '60' } },
    );
  };

  const join = async (offer: RoomJoin, address: string) => {
    const visitor = limits.visitorOf(address);
    if (rooms.size >= MAX_AT_ONCE)
      throw new ApiError(
        'room_full',
        'Too many connections are being tested. Try again in a minute.',
      );
    const giveBack = await takeForVisitor(visitor);
    const node = limits.node?.() ?? null;
    const name = [TEST_ROOM, ...(node === null ? [] : [node]), randomUUID()].join('-');
    const close = () => {
      clearTimeout(timer);
      if (!rooms.delete(name)) return;
      giveBack();
      void room.close('The test is over.').catch(() => {});
    };
    const timer = setTimeout(close, LIFETIME);
    timer.unref();
    const room = media.createRoom({
      name,
      path: `/room/${name}`,
      maxParticipants: 1,
      onParticipantLeft: close,
      onFailed: close,
    });
    rooms.set(name, { room, visitor });
    try {
      return await room.join(offer);
    } catch (error) {
      close();
      throw error;
    }
  };

  return {
    gateway: {
      description: 'Here a page tries its way to this server.',
      join,
      access: async () => ({ level: 'full', room: info }),
    },
    find: (name) => rooms.get(name)?.room ?? null,
  };
}
