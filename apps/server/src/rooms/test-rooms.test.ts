import type { Room, RoomOptions } from '@kindling/media';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTestRooms } from './test-rooms.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp(join: () => Promise<unknown> = async () => ({ location: '/x' })) {
  const made: { readonly options: RoomOptions; readonly room: Room; closed: boolean }[] = [];
  const rooms = createTestRooms({
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
  });
  return { rooms, made };
}

it('everybody has a room of their own, found by its unguessable name', async () => {
  const { rooms, made } = setUp();
  await rooms.door.join({ sdp: 'x' }, '::1');
  await rooms.door.join({ sdp: 'x' }, '::1');
  const [first, second] = made;
  expect(first?.options).toMatchObject({ maxParticipants: 1 });
  expect(first?.options.name).not.toBe(second?.options.name);
  expect(rooms.find(first?.options.name ?? '')).toBe(first?.room);
  expect(rooms.find('connection-test')).toBeNull();
});

it('a room goes with who was in it, at the latest after a minute', async () => {
  const { rooms, made } = setUp();
  await rooms.door.join({ sdp: 'x' }, '::1');
  await rooms.door.join({ sdp: 'x' }, '::1');
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
  await expect(refused.rooms.door.join({ sdp: 'x' }, '::1')).rejects.toThrow('no');
  expect(refused.made[0]?.closed).toBe(true);
  const { rooms } = setUp();
  for (let count = 0; count < 20; count += 1) await rooms.door.join({ sdp: 'x' }, '::1');
  await expect(rooms.door.join({ sdp: 'x' }, '::1')).rejects.toMatchObject({ code: 'room_full' });
});
