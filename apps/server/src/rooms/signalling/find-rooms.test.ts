import { expect, it } from 'vitest';
import { createManualClock } from '../../../testing/server/manual-clock.ts';
import type { RoomLookup } from '../../modules/calls/live/live-calls.ts';
import { createRooms, type RoomsOptions } from './find-rooms.ts';

const OFFER = { sdp: 'v=0' };
const open = {
  state: 'open',
  callId: 'call',
  room: { name: 'a', restart: async () => ({ sdp: 'restarted' }) },
  join: async () => ({ sdp: 'joined' }),
} as unknown as RoomLookup;

/** Of calls alone; `lost`: rooms whose server died. */
function setUp(before: RoomLookup, lost: readonly string[] = [], more: Partial<RoomsOptions> = {}) {
  let found = before;
  const resumed: (string | null)[] = [];
  const rooms = createRooms({
    calls: { findRoom: () => found },
    lost: {
      has: (name) => lost.includes(name) && found.state !== 'open',
      async resume(_, key) {
        resumed.push(key);
        found = open;
      },
      leave: async () => true,
    },
    store: { findByName: async () => null },
    tests: { find: () => null },
    meetings: { find: () => undefined },
    wasOfCall: async () => false,
    isOfCall: async () => false,
    clock: createManualClock(),
    ...more,
  } as RoomsOptions);
  return { rooms, resumed };
}

it('killed-while-connecting: who comes to a lost call joins it here', async () => {
  const { rooms, resumed } = setUp({ state: 'unknown' }, ['a']);
  const gateway = await rooms.findGateway('a');
  expect(await gateway.join(OFFER, '127.0.0.1')).toMatchObject({
    sdp: 'joined',
    meetingId: 'call',
  });
  expect(resumed).toEqual([null]);
});

it('killed-before-the-claim: who joins asks again, as who was in it does', async () => {
  const { rooms } = setUp({ state: 'unknown' }, [], { isOfCall: async () => true });
  await expect(rooms.findGateway('a')).rejects.toMatchObject({ code: 'not_ready' });
  await expect(rooms.findSessions('a')).rejects.toMatchObject({ code: 'not_ready' });
});

it('lost-where-it-was-before: a call that this node had let go comes back to it', async () => {
  const { rooms, resumed } = setUp({ state: 'ended' }, ['a']);
  const sessions = await rooms.findSessions('a');
  expect(await sessions.restart('key', OFFER)).toEqual({ sdp: 'restarted' });
  expect(resumed).toEqual(['key']);
});
