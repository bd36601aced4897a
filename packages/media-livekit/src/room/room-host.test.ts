import { createSystemClock } from '@kindling/protocol/clock';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OpenRoomLink, RoomLinkEvents } from '../rtc/room-link.ts';
import { HOST } from './enter-room.ts';
import { createRoomHost } from './room-host.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A LiveKit that is there or not, and in which the host's voice arrives after some questions. */
function setUp({ voice = true, questions = 0 } = {}) {
  const links: RoomLinkEvents[] = [];
  const captured: Int16Array[] = [];
  const sent: string[] = [];
  const faults: string[] = [];
  const world = {
    up: true,
    links,
    captured,
    sent,
    faults,
    moved: 0,
    closed: 0,
    asked: 0,
    opening: Promise.resolve(),
  };
  const openLink: OpenRoomLink = async ({ events }) => {
    if (!world.up) throw new Error('refused');
    links.push(events);
    const id = `voice-${links.length}`;
    await world.opening;
    return {
      publishVoice: async () => ({ id, capture: (pcm) => void captured.push(pcm) }),
      send: async (identity, bytes) => void sent.push(`${identity}: ${Buffer.from(bytes)}`),
      close: async () => {
        world.closed += 1;
      },
    };
  };
  const host = createRoomHost({
    room: 'quiet-lake',
    url: 'ws://livekit',
    clock: createSystemClock(),
    openLink,
    api: {
      createRoom: async () => undefined,
      createHostToken: async () => 'token',
      async hasTrack(_room, _identity, sid) {
        world.asked += 1;
        return world.asked > questions && sid === `voice-${links.length}`;
      },
    },
    onMoved: () => {
      world.moved += 1;
    },
    onFault: (stage) => void faults.push(stage),
  });
  const line = voice ? host.openVoice(16_000) : null;
  const peer = () => {
    const heard: string[] = [];
    const forget = host.addPeer('caller', {
      onData: (bytes) => void heard.push(`${Buffer.from(bytes)}`),
      onVoice: (pcm) => void heard.push(`voice ${pcm.length}`),
      onGone: () => void heard.push('gone'),
    });
    return { heard, forget };
  };
  return { world, host, line, peer };
}

const bytes = (text: string) => Buffer.from(text);

it('is ready once its voice has arrived at LiveKit', async () => {
  const { world, host, line } = setUp({ questions: 3 });
  let ready = false;
  void host.ready().then(() => {
    ready = true;
  });
  await vi.advanceTimersByTimeAsync(60);
  expect(ready).toBe(false);
  await vi.advanceTimersByTimeAsync(60);
  expect([ready, world.asked, host.voiceId]).toEqual([true, 4, 'voice-1']);
  line?.capture(new Int16Array(320));
  expect(world.captured).toHaveLength(1);
  expect(() => host.openVoice(16_000)).toThrow(/one voice/);
});

it('without a voice nothing is waited for', async () => {
  const { world, host } = setUp({ voice: false });
  await vi.advanceTimersByTimeAsync(0);
  await host.ready();
  expect([host.voiceId, world.asked]).toEqual([null, 0]);
});

it('a caller who waits for a LiveKit that is away is refused, and it is tried again', async () => {
  const { world, host } = setUp();
  world.up = false;
  const refused = expect(host.ready()).rejects.toMatchObject({ code: 'unavailable' });
  await vi.advanceTimersByTimeAsync(5_000);
  await refused;
  world.up = true;
  const ready = host.ready();
  await vi.advanceTimersByTimeAsync(5_000);
  await ready;
  expect(world.faults.length).toBeGreaterThan(2);
});

it('hands what arrives to the caller it is from, also before they were announced', async () => {
  const { world, host, peer } = setUp();
  const { heard, forget } = peer();
  await vi.advanceTimersByTimeAsync(0);
  const [link] = world.links;
  link?.onData(null, bytes('early'));
  link?.onData('caller', bytes('hello'));
  link?.onData('stranger', bytes('not for you'));
  link?.onVoice('caller', new Int16Array(320));
  link?.onGone('caller');
  forget();
  link?.onData('caller', bytes('late'));
  expect(heard).toEqual(['early', 'hello', 'voice 320', 'gone']);
  await host.send('caller', bytes('hi'));
  expect(world.sent).toEqual(['caller: hi']);
});

it('a lost link is opened again, and callers have to move', async () => {
  const { world, host, line, peer } = setUp();
  const { heard } = peer();
  await vi.advanceTimersByTimeAsync(0);
  world.links[0]?.onEnded(false);
  expect(heard).toEqual(['gone']);
  await expect(host.send('caller', bytes('hi'))).rejects.toThrow(/not in the room/);
  line?.capture(new Int16Array(320));
  expect(world.captured).toEqual([]);
  await vi.advanceTimersByTimeAsync(250);
  await host.ready();
  expect([world.links.length, world.moved]).toEqual([2, 1]);
});

it('no second attempt begins while one is under way: LiveKit would disconnect the first', async () => {
  const { world, host } = setUp();
  const late = Promise.withResolvers<void>();
  world.opening = late.promise;
  await vi.advanceTimersByTimeAsync(30_000);
  expect([world.links.length, world.faults]).toEqual([1, []]);
  late.resolve();
  await vi.advanceTimersByTimeAsync(0);
  await host.ready();
  expect([world.links.length, host.voiceId]).toEqual([1, 'voice-1']);
});

it('of a link that is over nothing is heard any more', async () => {
  const { world, host, peer } = setUp();
  const { heard } = peer();
  await vi.advanceTimersByTimeAsync(0);
  world.links[0]?.onEnded(false);
  await vi.advanceTimersByTimeAsync(250);
  await host.ready();
  world.links[0]?.onInterrupted();
  world.links[0]?.onData('caller', bytes('late'));
  await host.ready();
  expect(heard).toEqual(['gone']);
});

it('while the link comes back by itself nobody is admitted, and then callers have to move', async () => {
  const { world, host } = setUp();
  await vi.advanceTimersByTimeAsync(0);
  world.links[0]?.onInterrupted();
  let ready = false;
  void host.ready().then(() => {
    ready = true;
  });
  await vi.advanceTimersByTimeAsync(1_000);
  expect([ready, world.moved]).toEqual([false, 0]);
  world.links[0]?.onRestored();
  await vi.advanceTimersByTimeAsync(0);
  expect([ready, world.moved, world.links.length]).toEqual([true, 1, 1]);
});

it('a link whose voice does not arrive any more is given up for another one', async () => {
  const { world, host } = setUp();
  await vi.advanceTimersByTimeAsync(0);
  world.links[0]?.onInterrupted();
  world.asked = Number.NEGATIVE_INFINITY;
  world.links[0]?.onRestored();
  await vi.advanceTimersByTimeAsync(5_100);
  expect([world.closed, world.faults]).toEqual([1, ['livekit-room']]);
  // What its end brings is nobody's matter any more.
  world.links[0]?.onEnded(false);
  world.asked = 0;
  await vi.advanceTimersByTimeAsync(1_000);
  await host.ready();
  expect([world.links.length, world.moved]).toEqual([2, 1]);
});

it('who was replaced by another node does not come back', async () => {
  const { world, host } = setUp();
  await vi.advanceTimersByTimeAsync(0);
  world.links[0]?.onEnded(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(world.links).toHaveLength(1);
  await expect(host.ready()).rejects.toMatchObject({ code: 'room_ended' });
});

it('closed before it enters, it does not; while it does, it leaves again', async () => {
  const before = setUp();
  await before.host.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(before.world.links).toEqual([]);
  const meanwhile = setUp();
  const late = Promise.withResolvers<void>();
  meanwhile.world.opening = late.promise;
  await vi.advanceTimersByTimeAsync(0);
  await meanwhile.host.close();
  late.resolve();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([meanwhile.world.links.length, meanwhile.world.closed]).toEqual([1, 1]);
  expect(HOST).toBe('agent');
});
