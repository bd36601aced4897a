import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeConnection } from '../../testing/fake-connection.ts';
import { FakeRoomServer } from '../../testing/fake-room-server.ts';
import { VirtualClock } from '../../testing/virtual-clock.ts';
import type { EngineOptions } from '../port.ts';
import { RoomEngine } from '../room-engine.ts';

const TURN = { urls: 'turn:turn.school.example', username: '1:a', credential: 'signed' };
const OWN = { urls: 'stun:stun.page.example' };
const engines: RoomEngine[] = [];
let gathering: RTCIceGatheringState = 'complete';

/** Still asking its servers, as a browser does that cannot reach one. */
class GatheringConnection extends FakeConnection {
  override iceGatheringState = gathering;
}

beforeEach(() => {
  FakeConnection.made = [];
  gathering = 'complete';
  vi.stubGlobal('RTCPeerConnection', GatheringConnection);
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
});
afterEach(() => {
  for (const engine of engines.splice(0)) engine.leave();
  vi.unstubAllGlobals();
});

function setUp(options: Partial<EngineOptions> = {}, found: unknown = [TURN]) {
  const clock = new VirtualClock();
  const server = new FakeRoomServer();
  server.found = found;
  server.install();
  const nothing = () => {};
  const engine = new RoomEngine({
    url: 'https://kindling.test/room/a/',
    clock,
    ...options,
    callbacks: {
      onEvent: nothing,
      onTracksChanged: nothing,
      onInterrupted: nothing,
      onRestored: nothing,
      onNetworkQuality: nothing,
      onCpuLoad: nothing,
      onLost: nothing,
    },
  });
  engines.push(engine);
  const settle = async (duration = 0) => {
    for (let round = 0; round < 5; round += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      await clock.advance(round === 0 ? duration : 0);
    }
  };
  const join = () => void engine.join({ userName: 'Ada' }, []).catch(nothing);
  const asked = () => FakeConnection.made[0]?.configuration.iceServers;
  return { clock, server, engine, settle, join, asked };
}

it('the room is asked while the page opens its microphone, and the first connection knows', async () => {
  const { server, join, settle, asked } = setUp();
  expect(server.lookups).toEqual(['https://kindling.test/room/a/ice-servers']);
  join();
  await settle();
  expect(asked()).toEqual([TURN]);
  expect(server.lookups).toHaveLength(1);
});

it('who knows them already does not ask', async () => {
  const { server, join, settle, asked } = setUp({ iceServers: [TURN] });
  join();
  await settle();
  expect([server.lookups, asked()]).toEqual([[], [TURN]]);
});

it('who wants none of the room does not ask either', async () => {
  const { server, join, settle, asked } = setUp({
    iceConfig: { iceServers: [OWN], placement: 'replace' },
  });
  join();
  await settle();
  expect([server.lookups, asked()]).toEqual([[], [OWN]]);
});

it.each([
  ['knows of no such question', null],
  ['answers something else', 'nothing'],
])('a room that %s is joined all the same', async (_, found) => {
  const { server, join, settle, asked } = setUp({}, found);
  join();
  await settle();
  expect([asked(), server.of('POST').length]).toEqual([[], 1]);
});

it('a room that says nothing is joined after two seconds', async () => {
  const { server, join, settle, asked } = setUp({}, new Promise(() => {}));
  join();
  await settle(1_999);
  expect(FakeConnection.made).toHaveLength(0);
  await settle(1);
  expect([asked(), server.of('POST').length]).toEqual([[], 1]);
});

it('an offer does not wait for what the servers of the room find', async () => {
  gathering = 'gathering';
  const { server, join, settle } = setUp();
  join();
  await settle();
  FakeConnection.made[0]?.onicecandidate?.({ candidate: { protocol: 'udp' } });
  await settle(10);
  expect(server.of('POST')).toHaveLength(1);
});

it('it waits for those that the page named', async () => {
  gathering = 'gathering';
  const { server, join, settle } = setUp({ iceConfig: { iceServers: [OWN] } });
  join();
  await settle();
  FakeConnection.made[0]?.onicecandidate?.({ candidate: { protocol: 'udp' } });
  await settle(1_999);
  expect(server.of('POST')).toHaveLength(0);
  await settle(1);
  expect(server.of('POST')).toHaveLength(1);
});

it('who leaves before the answer stops asking', async () => {
  const { clock, engine, join, settle } = setUp({}, new Promise(() => {}));
  join();
  engine.leave();
  await settle();
  expect([FakeConnection.made.length, clock.pending]).toEqual([0, 0]);
});

it.each([
  ['whose answer was lost', {}, null],
  ['of which the page knows the servers', { iceServers: [TURN] }, [TURN]],
])(
  'a room %s, and that takes no SDP, is asked and joined as it says',
  async (_, options, found) => {
    const { server, join, settle } = setUp(options, found);
    server.outcomes.push('outdated');
    join();
    // The first question was answered before.
    server.found = [];
    server.media = 'livekit';
    await expect.poll(() => settle().then(() => server.of('POST').length)).toBe(2);
    const [first, second] = server.of('POST');
    expect([first?.body.livekit, second?.body.sdp]).toEqual([undefined, '']);
    expect(second?.body.livekit?.connection).toMatch(/^[\da-f-]{36}$/);
  },
);

it('who is really too old for a room gets an error', async () => {
  const { server, engine, settle } = setUp({ iceServers: [TURN] });
  server.outcomes.push('outdated');
  const joined = engine
    .join({ userName: 'Ada' }, [])
    .catch((error: { code: string }) => error.code);
  await settle();
  expect(await joined).toBe('end-of-life');
  expect([server.lookups.length, server.of('POST').length]).toEqual([1, 1]);
});
