import type { Room, RoomOptions } from '@kindling/media';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTestRooms } from './test-rooms.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const EXEMPT = '10.0.0.1';

it('one visitor takes a few, and others theirs', async () => {
  const { rooms, made, refused } = setUp();
  const join = (address: string) => rooms.gateway.join({ sdp: 'x' }, address);
  for (let count = 0; count < 5; count += 1) await join('192.0.2.1');
  await expect(join('192.0.2.1')).rejects.toMatchObject({ code: 'concurrency_limit' });
  expect(refused).toEqual(['visitor']);
  await join('192.0.2.2');
  made[0]?.options.onParticipantLeft?.('me', 'left');
  await join('192.0.2.1');
  expect(made).toHaveLength(7);
});

function setUp(join: () => Promise<unknown> = async () => ({ location: '/x' })) {
  const made: { readonly options: RoomOptions; readonly room: Room; closed: boolean }[] = [];
  const refused: string[] = [];
  const media = {
    createRoom(options) {
      const room = {
        join,
        close: async () => {
          one.closed = true;
        },
      } as unknown as Room;
      const one = { options, room, closed: false };
      made.push(one);
      return room;
    },
  } satisfies Parameters<typeof createTestRooms>[0];
  const rooms = createTestRooms(media, {
    visitorOf: (address) => (address === EXEMPT ? null : address),
    perVisitor: 5,
    onRejected: (reason) => refused.push(reason),
  });
  return { rooms, made, refused };
}

it('everybody has a room of their own, found by its unguessable name', async () => {
  const { rooms, made } = setUp();
  await rooms.gateway.join({ sdp: 'x' }, '::1');
  await rooms.gateway.join({ sdp: 'x' }, '::1');
  const [first, second] = made;
  expect(first?.options).toMatchObject({ maxParticipants: 1 });
  expect(first?.options.name).not.toBe(second?.options.name);
  expect(rooms.find(first?.options.name ?? '')).toBe(first?.room);
  expect(rooms.find('connection-test')).toBeNull();
});

it('a room goes with who was in it, at the latest after a minute', async () => {
  const { rooms, made } = setUp();
  await rooms.gateway.join({ sdp: 'x' }, '::1');
  await rooms.gateway.join({ sdp: 'x' }, '::1');
  made[0]?.options.onParticipantLeft?.('me', 'left');
  expect(made.map((one) => one.closed)).toEqual([true, false]);
  expect(rooms.find(made[0]?.options.name ?? '')).toBeNull();
  vi.advanceTimersByTime(60_000);
  expect(made[1]?.closed).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

it('a refused offer leaves no room behind, and there are not too many', async () => {
  const refused = setUp(async () => {
    throw new Error('no');
  });
  await expect(refused.rooms.gateway.join({ sdp: 'x' }, '::1')).rejects.toThrow('no');
  expect(refused.made[0]?.closed).toBe(true);
  const { rooms } = setUp();
  for (let count = 0; count < 20; count += 1) await rooms.gateway.join({ sdp: 'x' }, EXEMPT);
  await expect(rooms.gateway.join({ sdp: 'x' }, '::1')).rejects.toMatchObject({
    code: 'room_full',
  });
});
