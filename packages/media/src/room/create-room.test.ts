import { afterAll, expect, test } from 'vitest';
import { createTicker } from '../audio/ticker.ts';
import { bySdp } from '../participant/by-sdp.ts';
import type { RoomOptions } from '../port.ts';
import { createLoopbackClient, type LoopbackClient } from '../testing/loopback-client.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createPeer } from '../transport/create-peer.ts';
import { holdUdpPort } from '../transport/udp-port.ts';
import { openOpusVoice } from '../uplink/voice-line.ts';
import { createRoom } from './create-room.ts';
import { hashParticipantKey } from './participant-key.ts';

const GRACE = 10_000;
const held = await holdUdpPort(0, '127.0.0.1');

afterAll(held.release);

/** Real connections, but the room's timeouts run on a manual clock. */
async function setUp(options: Partial<RoomOptions> = {}) {
  const clock = createManualClock();
  const left: string[] = [];
  const onFault = (stage: string, error: unknown) => {
    throw new Error(stage, { cause: error });
  };
  const network = {
    udpPort: held.port,
    bindAddress: '127.0.0.1',
    publicAddress: undefined,
    announceLoopback: false,
    relayGate: null,
  };
  const room = createRoom(
    {
      name: 'room',
      path: '/room/room',
      maxParticipants: 2,
      onParticipantLeft: (_, reason) => void left.push(reason),
      ...options,
    },
    {
      ...bySdp,
      openPeer: (peer) => createPeer({ ...peer, network }),
      openVoice: openOpusVoice,
      reconnectGrace: GRACE,
      clock,
      ticker: createTicker({ clock, onError: (error) => onFault('tick', error) }),
      counters: { received: 0, sent: 0, concealed: 0 },
      onFault,
    },
    () => undefined,
  );
  return { clock, room, left };
}

test('join-never-connects: lost after ten seconds, once', async () => {
  const { clock, room, left } = await setUp();
  const client = await createLoopbackClient();
  await room.join({ sdp: client.offer });
  clock.advance(9_999);
  expect(left).toEqual([]);
  clock.advance(1);
  expect(left).toEqual(['lost']);
  clock.advance(60_000);
  client.close();
  const closed = room.close('over');
  clock.advance(250);
  await closed;
  expect(left).toEqual(['lost']);
  expect(clock.pending).toBe(0);
});

test('last words come with the leaving, once', async () => {
  const { room } = await setUp();
  const heard: unknown[] = [];
  const agent = room.addAgent({
    userName: 'agent',
    sampleRate: 16_000,
    onAudio: () => {},
    onAppMessage: (data) => heard.push(data),
  });
  const client = await createLoopbackClient();
  const { location } = await room.join({ sdp: client.offer });
  const frame = (seq: number, data: string) =>
    JSON.stringify({ type: 'app-message', to: '*', data, seq });
  const frames = [frame(1, 'thanks'), frame(1, 'thanks'), frame(2, 'goodbye'), 'not JSON'];
  expect(room.leave(location.slice(location.lastIndexOf('/') + 1), 'left', frames)).toBe(true);
  expect(heard).toEqual(['thanks', 'goodbye']);
  agent.leave();
  client.close();
});

test('acknowledged-when-kept: what an agent still has to keep has not arrived yet', async () => {
  const { room } = await setUp();
  const kept = Promise.withResolvers<void>();
  room.addAgent({
    userName: 'agent',
    sampleRate: 16_000,
    onAudio: () => {},
    onAppMessage: (data) => (data === 'keep this' ? kept.promise : undefined),
  });
  const client = await createLoopbackClient();
  const { sdp, location } = await room.join({ sdp: client.offer });
  await client.connect(sdp);
  const say = (seq: number, data: string) =>
    client.sendText(JSON.stringify({ type: 'app-message', to: '*', data, seq }));
  const arrivedAt = async (sentAt: number) => {
    client.sendText(JSON.stringify({ type: 'ping', sentAt }));
    return client.until(({ events }) => {
      const pong = events.find((event) => event.type === 'pong' && event.sentAt === sentAt);
      return pong?.type === 'pong' && pong.received;
    });
  };
  say(1, 'hello');
  say(2, 'keep this');
  say(3, 'and this');
  expect(await arrivedAt(1)).toBe(1);
  kept.resolve();
  expect(await arrivedAt(2)).toBe(3);
  room.leave(location.slice(location.lastIndexOf('/') + 1));
  client.close();
});

test('leave-before-connected: left, and no loss follows', async () => {
  const { clock, room, left } = await setUp();
  const client = await createLoopbackClient();
  const { location } = await room.join({ sdp: client.offer });
  expect(room.leave(location.slice(location.lastIndexOf('/') + 1))).toBe(true);
  clock.advance(60_000);
  expect(left).toEqual(['left']);
  expect(clock.pending).toBe(0);
  client.close();
});

test('switched-off-during-restart: an offer that says nothing of the microphone leaves it off', async () => {
  const { room } = await setUp();
  const client = await createLoopbackClient();
  const { location, sessionId } = await room.join({ sdp: client.offer });
  const next = await createLoopbackClient();
  const key = location.slice(location.lastIndexOf('/') + 1);
  const restarted = room.restart(key, { sdp: next.offer });
  // It has begun, and waits for the native library.
  await Promise.resolve();
  await Promise.resolve();
  room.switchOff(sessionId, ['audio']);
  await restarted;
  expect(room.members()[0]?.tracks.get('audio')?.on).toBe(false);
  room.leave(key);
  client.close();
  next.close();
});

test('joined-twice-at-once: an offer that is being answered creates no second session', async () => {
  const { room } = await setUp();
  const client = await createLoopbackClient();
  const first = room.join({ sdp: client.offer });
  await expect(room.join({ sdp: client.offer })).rejects.toMatchObject({ code: 'already_joined' });
  const { location } = await first;
  expect(room.participantCount).toBe(1);
  room.leave(location.slice(location.lastIndexOf('/') + 1));
  client.close();
});

test('close-while-joining: the join is refused and nothing stays open', async () => {
  const { clock, room, left } = await setUp();
  const client = await createLoopbackClient();
  const joining = room.join({ sdp: client.offer });
  const closed = room.close('over');
  await expect(joining).rejects.toMatchObject({ code: 'room_ended' });
  clock.advance(250);
  await closed;
  expect(left).toEqual([]);
  expect(clock.pending).toBe(0);
  client.close();
});

test('silent-after-ping: a client back within the grace finds its session, one that stays away does not', async () => {
  const { clock, room, left } = await setUp();
  const client = await createLoopbackClient();
  const { sdp } = await room.join({ sdp: client.offer });
  await client.connect(sdp);
  const ping = async (sentAt: number) => {
    client.sendText(JSON.stringify({ type: 'ping', sentAt }));
    await client.until(({ events }) =>
      events.some((event) => event.type === 'pong' && event.sentAt === sentAt),
    );
  };
  await ping(1);
  clock.advance(GRACE);
  await ping(2);
  clock.advance(1.5 * GRACE - 1);
  expect(left).toEqual([]);
  clock.advance(1);
  expect(left).toEqual(['lost']);
  expect(clock.pending).toBe(0);
  client.close();
});

test('silent-without-ping: a client that does not ping keeps its session', async () => {
  const { clock, room, left } = await setUp();
  const client = await createLoopbackClient();
  const { sdp } = await room.join({ sdp: client.offer });
  await client.connect(sdp);
  clock.advance(20 * GRACE);
  expect(left).toEqual([]);
  client.close();
});

const errorsOf = (client: LoopbackClient) =>
  client.events.flatMap((event) => (event.type === 'room-error' ? [event.code] : []));

test.each([
  ['texts', (client: LoopbackClient) => client.sendText('{"type":"ping","sentAt":1}'), []],
  [
    'binary frames',
    (client: LoopbackClient) => client.sendBinary(new Uint8Array(100)),
    Array.from({ length: 199 }, () => 'invalid_message'),
  ],
])('flood of %s: reported once, then disconnected', async (_, send, answers) => {
  const { room, left } = await setUp();
  const client = await createLoopbackClient();
  const answer = await room.join({ sdp: client.offer });
  await client.connect(answer.sdp);
  for (let sent = 0; sent < 2_500; sent += 1) send(client);
  await client.until(({ events }) => events.some(({ type }) => type === 'room-left'));
  expect(left).toEqual(['flooded']);
  expect(errorsOf(client)).toEqual([...answers, 'rate_limited']);
  client.close();
});

const keyOf = (location: string) => location.slice(location.lastIndexOf('/') + 1);

test('a participant comes back into a room that was made anew, as who they were, and nobody else does', async () => {
  const first = await setUp();
  const client = await createLoopbackClient();
  const { location, sessionId } = await first.room.join({ sdp: client.offer, userName: 'Ada' });
  const key = keyOf(location);
  const joined: string[] = [];
  const heard: unknown[] = [];
  const agent = {
    ...{ userName: 'agent', sampleRate: 16_000, onAudio() {} },
    onAppMessage: (...message: unknown[]) => void heard.push(message),
  };
  const { room, left } = await setUp({
    generation: 1,
    returning: [
      {
        keyHash: hashParticipantKey(key),
        sessionId,
        userName: 'Ada',
        version: 2,
        lastCommand: 3,
        receives: ['the-same-as-before'],
      },
    ],
    onParticipantJoined: (id) => void joined.push(id),
  });
  room.addAgent({ ...agent, sessionId: 'the-same-as-before' });
  const next = await createLoopbackClient();
  const other = await createLoopbackClient();
  await expect(room.restart('another-key', { sdp: other.offer })).rejects.toMatchObject({
    code: 'not_found',
  });
  const [one, two] = await Promise.all([
    room.restart(key, { sdp: next.offer }),
    room.restart(key, { sdp: other.offer }),
  ]);
  expect(one.sdp).toContain('m=audio');
  expect(two.sdp).toContain('m=audio');
  expect(joined).toEqual([sessionId]);
  expect(room.members()).toMatchObject([{ sessionId, userName: 'Ada', level: 'full' }]);
  expect(room.describeTo(sessionId)).toMatchObject([{ sessionId: 'the-same-as-before' }]);
  expect(room.tracksForwarded).toBe(1);
  // killed-under-a-typed-message: what the room before executed is not executed again.
  const typed = (seq: number) =>
    JSON.stringify({ type: 'app-message', to: '*', data: `message ${seq}`, seq });
  expect(room.leave(key, 'left', [typed(2), typed(3), typed(4)])).toBe(true);
  expect(heard).toEqual([['message 4', sessionId, 4]]);
  expect(left).toEqual(['left']);
  // Who left cannot come back.
  await expect(room.restart(key, { sdp: client.offer })).rejects.toMatchObject({
    code: 'not_found',
  });
  for (const one of [client, next, other]) one.close();
  first.room.leave(key);
});

test('people come back one after another: they know each other, and those who stay away have left', async () => {
  const clients = await Promise.all([1, 2, 3].map(() => createLoopbackClient()));
  const [ada, bob, cy] = ['ada', 'bob', 'cy'];
  const names = [ada, bob, cy] as const;
  const { clock, room, left } = await setUp({
    generation: 1,
    returnWindow: 500,
    returning: names.map((name) => ({
      keyHash: hashParticipantKey(`key-${name}`),
      sessionId: name,
      userName: name,
      version: 2,
      lastCommand: 0,
      identity: { userId: `id-${name}`, owner: name === ada },
      receives: names.filter((other) => other !== name),
    })),
  });
  const [first, second] = clients;
  const come = async (client: typeof first, name: string) => {
    if (client === undefined) throw new Error('no client');
    const sends = [{ mid: '0', name: 'audio', media: 'audio', on: true }] as const;
    const { sdp } = await room.restart(`key-${name}`, { sdp: client.offer, sends: [...sends] });
    await client.connect(sdp);
    await client.until(({ ready }) => ready);
  };
  await come(first, ada);
  await come(second, bob);
  expect(room.members()).toMatchObject([
    { sessionId: ada, userId: 'id-ada', owner: true },
    { sessionId: bob, userId: 'id-bob', owner: false },
  ]);
  const sentEvents = (type: string) =>
    first?.events.filter((one) => one.type === type).map((one) => JSON.stringify(one)) ?? [];
  // Subscribed as before, without having asked again.
  const isBack = (text: string) => text.includes(bob) && text.includes('"subscribed":true');
  await first?.until(() => sentEvents('participant-updated').some(isBack));
  expect(sentEvents('participant-joined')).toEqual([]);
  clock.advance(500);
  await first?.until(() => sentEvents('participant-left').some((text) => text.includes(cy)));
  expect(sentEvents('participant-left')).toHaveLength(1);
  await expect(room.restart(`key-${cy}`, { sdp: clients[2]?.offer ?? '' })).rejects.toMatchObject({
    code: 'not_found',
  });
  expect(left).toEqual([]);
  for (const one of clients) one.close();
});
