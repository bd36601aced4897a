import { createSocket } from 'node:dgram';
import type { RoomEvent } from '@kindling/protocol/room';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSpeechDecoder, createSpeechEncoder } from '../audio/opus-codec.ts';
import type { AgentOptions, MediaEngine, RoomOptions } from '../port.ts';
import { createLoopbackClient, type LoopbackClient } from '../testing/loopback-client.ts';
import { createTone, measureTone } from '../testing/tone.ts';
import { createMediaEngine } from './create-media-engine.ts';

let engine: MediaEngine;
const clients: LoopbackClient[] = [];
const faults: unknown[] = [];

beforeEach(async () => {
  faults.length = 0;
  engine = await createMediaEngine({
    udpPort: 0,
    bindAddress: '127.0.0.1',
    onFault: (fault) => void faults.push(fault),
  });
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await engine.close();
  expect(faults).toEqual([]);
});

async function newClient(): Promise<LoopbackClient> {
  const client = await createLoopbackClient();
  clients.push(client);
  return client;
}

function openRoom(options: Partial<RoomOptions> = {}) {
  return engine.createRoom({
    name: 'quiet-lake',
    path: '/room/quiet-lake',
    maxParticipants: 2,
    ...options,
  });
}

const agentOptions = (options: Partial<AgentOptions> = {}): AgentOptions => ({
  userName: 'Vapi Speaker',
  sampleRate: 24_000,
  onAudio: () => undefined,
  onAppMessage: () => undefined,
  ...options,
});

const keyOf = (location: string) => location.slice(location.lastIndexOf('/') + 1);

type EventOf<T extends RoomEvent['type']> = Extract<RoomEvent, { type: T }>;

/** Waits for an event of this type that satisfies `matches`. */
function event<T extends RoomEvent['type']>(
  client: LoopbackClient,
  type: T,
  matches: (event: EventOf<T>) => boolean = () => true,
): Promise<EventOf<T>> {
  const isWanted = (candidate: RoomEvent): candidate is EventOf<T> => candidate.type === type;
  return client.until(({ events }) => events.filter(isWanted).find(matches));
}

async function joinAs(room: ReturnType<typeof openRoom>, userName: string, version?: number) {
  const client = await newClient();
  const own = version === undefined ? {} : { version };
  const answer = await room.join({ sdp: client.offer, userName, ...own });
  await client.connect(answer.sdp);
  const send = (command: unknown) => client.sendText(JSON.stringify(command));
  return { client, answer, send, key: keyOf(answer.location) };
}

async function decodeFrames(client: LoopbackClient, frames: number): Promise<Int16Array> {
  await client.until(({ packets }) => packets.length >= frames);
  const decoder = await createSpeechDecoder(16_000);
  const pcm = client.packets
    .slice(0, frames)
    .flatMap(({ payload }) => [...decoder.decode(payload)]);
  decoder.free();
  return Int16Array.from(pcm);
}

describe('a call', () => {
  test('is answered with a location that cannot be guessed, and who is there', async () => {
    const room = openRoom();
    const agent = room.addAgent(agentOptions());
    const { answer, client } = await joinAs(room, 'Ada');
    expect(answer.location).toMatch(/^\/room\/quiet-lake\/participant\/[\w-]{32}$/);
    expect(answer.participants).toEqual([
      expect.objectContaining({
        sessionId: agent.sessionId,
        userName: 'Vapi Speaker',
        tracks: { audio: { media: 'audio', state: 'sendable', subscribed: false, mid: '0' } },
      }),
    ]);
    expect(room.participantCount).toBe(2);
    expect(client.offer).not.toContain(`:${engine.udpPort} `);
    expect(answer.sdp).toContain(` 127.0.0.1 ${engine.udpPort} typ host`);
  });

  test('carries the agent to who subscribed: the tone that was sent, in real time', async () => {
    const room = openRoom();
    const agent = room.addAgent(agentOptions());
    const { client, send } = await joinAs(room, 'Ada');
    agent.output.write(createTone(500, 24_000, 24_000 * 20));
    expect(agent.output.playedSamples).toBe(0);
    send({ type: 'subscribe', sessionId: agent.sessionId, tracks: { audio: true } });
    const update = await event(client, 'participant-updated');
    expect(update.participant.tracks.audio).toEqual({
      media: 'audio',
      state: 'playable',
      subscribed: true,
      mid: '0',
    });
    const pcm = await decodeFrames(client, 30);
    expect(measureTone(pcm.subarray(1_600), 16_000).frequency).toBeCloseTo(500, -1);
    expect(client.packets[0]?.marker).toBe(true);
    client.packets.slice(1).forEach((packet, index) => {
      const before = client.packets[index];
      expect((packet.sequence - (before?.sequence ?? 0)) & 0xffff).toBe(1);
    });
    const played = agent.output.clear();
    expect(played).toBeGreaterThanOrEqual(30 * 480);
    expect(played).toBeLessThan(24_000 * 20);
  });

  test('carries the microphone to the agent as 16 kHz', async () => {
    const room = openRoom();
    const { client, answer } = await joinAs(room, 'Ada');
    const heard: number[] = [];
    const enough = new Promise<void>((resolve) => {
      room.addAgent(
        agentOptions({
          onAudio(pcm, sessionId) {
            expect(sessionId).toBe(answer.sessionId);
            heard.push(...pcm);
            if (heard.length >= 16_000) resolve();
          },
        }),
      );
    });
    const encoder = await createSpeechEncoder(48_000);
    const tone = createTone(440, 48_000, 48_000 + 9_600);
    for (let frame = 0; frame < 60; frame++)
      client.sendPacket({
        marker: frame === 0,
        sequence: (65_500 + frame) & 0xffff,
        timestamp: frame * 960,
        payload: encoder.encode(tone.subarray(frame * 960, (frame + 1) * 960)),
      });
    encoder.free();
    await enough;
    const { frequency, level } = measureTone(Int16Array.from(heard).subarray(3_200), 16_000);
    expect(frequency).toBeCloseTo(440, -1);
    expect(level).toBeGreaterThan(3_000);
    expect(engine.stats().packetsReceived).toBeGreaterThanOrEqual(50);
  });

  test('carries app messages both ways, in order, also those from before the agent came', async () => {
    const room = openRoom();
    const { client, send, answer } = await joinAs(room, 'Ada');
    for (let number = 0; number < 5; number++) send({ type: 'app-message', to: '*', data: number });
    send({ type: 'ping', sentAt: 1 });
    await event(client, 'pong');
    const received: unknown[] = [];
    await new Promise<void>((resolve) => {
      const agent = room.addAgent(
        agentOptions({
          onAppMessage(data, sessionId) {
            expect(sessionId).toBe(answer.sessionId);
            received.push(data);
            if (data === 4) {
              for (let number = 0; number < 5; number++)
                agent.sendAppMessage({ number }, sessionId);
              resolve();
            }
          },
        }),
      );
    });
    expect(received).toEqual([0, 1, 2, 3, 4]);
    await event(client, 'app-message', ({ data }) => JSON.stringify(data) === '{"number":4}');
    const messages = client.events.filter(({ type }) => type === 'app-message');
    expect(messages.map((message) => 'data' in message && message.data)).toEqual(
      [0, 1, 2, 3, 4].map((number) => ({ number })),
    );
  });

  test('answers what it cannot read with an error that names the field', async () => {
    const { client, send } = await joinAs(openRoom(), 'Ada');
    client.sendText('not json');
    client.sendText('['.repeat(60_000));
    client.sendText('x'.repeat(210_000));
    client.sendBinary(Uint8Array.of(1, 2, 3));
    send({ type: 'subscribe', sessionId: 5 });
    send({ type: 'subscribe', sessionId: 'nobody', tracks: { audio: true } });
    send({ type: 'app-message', to: 'nobody', data: 1 });
    send({ type: 'app-message', to: '*', data: 'x'.repeat(20_000) });
    send({ type: 'ping', sentAt: 3 });
    await event(client, 'pong');
    const errors = client.events.filter((candidate) => candidate.type === 'room-error');
    expect(errors.map(({ code }) => code)).toEqual([
      'invalid_message',
      'invalid_message',
      'message_too_large',
      'invalid_message',
      'invalid_message',
      'not_found',
      'not_found',
      'invalid_message',
    ]);
    expect(errors[4]?.message).toMatch(/^sessionId: /);
    expect(errors[7]?.message).toMatch(/^data: Message data too large/);
  });

  test('refuses a flood of messages, and goes on', async () => {
    const { client, send } = await joinAs(openRoom(), 'Ada');
    for (let number = 0; number < 400; number++) send({ type: 'ping', sentAt: number });
    await event(client, 'room-error', ({ code }) => code === 'rate_limited');
    await event(client, 'pong');
  });
});

describe('a room', () => {
  test('lets two people see each other and exchange messages', async () => {
    const room = openRoom();
    const ada = await joinAs(room, 'Ada');
    const bob = await joinAs(room, 'Bob');
    expect(bob.answer.participants.map(({ userName }) => userName)).toEqual(['Ada']);
    const joined = await event(ada.client, 'participant-joined');
    expect(joined.participant.sessionId).toBe(bob.answer.sessionId);
    bob.send({ type: 'update-self', tracks: { audio: false }, userName: 'Robert' });
    const updated = await event(ada.client, 'participant-updated');
    expect(updated.participant).toMatchObject({
      userName: 'Robert',
      tracks: { audio: { state: 'off' } },
    });
    bob.send({ type: 'app-message', to: ada.answer.sessionId, data: { hello: 'Ada' } });
    expect(await event(ada.client, 'app-message')).toMatchObject({
      type: 'app-message',
      from: bob.answer.sessionId,
      data: { hello: 'Ada' },
    });
    expect(room.leave(bob.key)).toBe(true);
    expect(room.leave(bob.key)).toBe(false);
    const left = await event(ada.client, 'participant-left');
    expect(left).toMatchObject({ sessionId: bob.answer.sessionId, reason: 'left' });
  });

  test('refuses what it must, with a code', async () => {
    const room = openRoom({ maxParticipants: 1 });
    const client = await newClient();
    const code = (joining: Promise<unknown>) =>
      joining.then(
        () => 'joined',
        (error) => error.code,
      );
    expect(await code(room.join({ sdp: 'v=0' }))).toBe('invalid_sdp');
    const other = await newClient();
    const [first, second] = [room.join({ sdp: client.offer }), room.join({ sdp: other.offer })];
    expect((await Promise.all([code(first), code(second)])).sort()).toEqual([
      'joined',
      'room_full',
    ]);
    expect(await code(room.join({ sdp: client.offer }))).toBe('already_joined');
    expect(await code(room.join({ sdp: (await newClient()).offer }))).toBe('room_full');
    expect(await code(room.restart('nobody', { sdp: client.offer }))).toBe('not_found');
    const key = keyOf((await first.catch(() => second)).location);
    expect(await code(room.restart(key, { sdp: 'v=0' }))).toBe('invalid_sdp');
    await room.close('over');
    expect(await code(room.join({ sdp: client.offer }))).toBe('room_ended');
    expect(() => room.addAgent(agentOptions())).toThrow('closed');
  });

  test('informs everyone when it closes, frees them, and is idempotent', async () => {
    const left: string[] = [];
    const room = openRoom({ onParticipantLeft: (_, reason) => void left.push(reason) });
    const agent = room.addAgent(agentOptions());
    const { client } = await joinAs(room, 'Ada');
    const closing = room.close('Class is over.');
    expect(room.close('again')).toBe(closing);
    expect(await event(client, 'room-left')).toMatchObject({
      reason: 'ended',
      message: 'Class is over.',
    });
    await closing;
    expect(left).toEqual(['ejected']);
    expect(engine.stats()).toMatchObject({ rooms: 0, participants: 0 });
    agent.output.write(new Int16Array(960));
    agent.sendAppMessage('too late');
    agent.leave();
  });

  test('loses a participant who vanished, once, after the grace', async () => {
    await engine.close();
    engine = await createMediaEngine({
      udpPort: 0,
      bindAddress: '127.0.0.1',
      reconnectGrace: 50,
      onFault: (fault) => void faults.push(fault),
    });
    const left: string[] = [];
    const lost = new Promise<void>((resolve) => {
      const room = openRoom({
        onParticipantLeft(_, reason) {
          left.push(reason);
          resolve();
        },
      });
      void joinAs(room, 'Ada').then(({ client }) => client.close());
    });
    await lost;
    expect(left).toEqual(['lost']);
    expect(engine.stats().participants).toBe(0);
  });
});

describe('restart', () => {
  test('keeps the session over a new connection: subscriptions and voice go on', async () => {
    const left: string[] = [];
    const room = openRoom({ onParticipantLeft: (_, reason) => void left.push(reason) });
    const agent = room.addAgent(agentOptions());
    const { client, send, key } = await joinAs(room, 'Ada');
    send({ type: 'subscribe', sessionId: agent.sessionId, tracks: { audio: true } });
    agent.output.write(createTone(500, 24_000, 24_000 * 20));
    await client.until(({ packets }) => packets.length >= 5);
    const next = await newClient();
    next.accept((await room.restart(key, { sdp: next.offer })).sdp);
    const pcm = await decodeFrames(next, 20);
    expect(measureTone(pcm.subarray(1_600), 16_000).frequency).toBeCloseTo(500, -1);
    expect(next.packets[0]?.ssrc).toBe(client.packets[0]?.ssrc);
    await client.until(({ states }) => states.includes('closed'));
    await next.until(({ ready }) => ready);
    agent.sendAppMessage('after');
    expect(await event(next, 'app-message')).toMatchObject({ data: 'after' });
    expect(left).toEqual([]);
    expect(room.participantCount).toBe(2);
  });

  test('messages sent without connection arrive on the new one', async () => {
    await engine.close();
    engine = await createMediaEngine({ udpPort: 0, bindAddress: '127.0.0.1' });
    const room = openRoom();
    const agent = room.addAgent(agentOptions());
    // One that says what has arrived: what went to the old connection, whose end the room may not know of yet, goes again.
    const { client, send, key } = await joinAs(room, 'Ada', 2);
    send({ type: 'subscribe', sessionId: agent.sessionId, tracks: { audio: true } });
    await event(client, 'participant-updated');
    client.close();
    await client.until(({ states }) => states.includes('closed'));
    const next = await newClient();
    const { sdp } = await room.restart(key, { sdp: next.offer });
    for (let number = 0; number < 3; number++) agent.sendAppMessage(number);
    next.accept(sdp);
    await event(next, 'app-message', ({ data }) => data === 2);
    const messages = next.events.filter(({ type }) => type === 'app-message');
    expect(messages.map((message) => 'data' in message && message.data)).toEqual([0, 1, 2]);
  });
});

describe('the engine', () => {
  test('refuses addresses that are none, and a port that is taken', async () => {
    const base = { udpPort: 0 };
    await expect(createMediaEngine({ ...base, bindAddress: 'here' })).rejects.toThrow(RangeError);
    await expect(createMediaEngine({ ...base, publicAddress: 'a b' })).rejects.toThrow(RangeError);
    const socket = createSocket('udp4');
    const port = await new Promise<number>((resolve) => {
      socket.bind(0, '127.0.0.1', () => resolve(socket.address().port));
    });
    const taken = createMediaEngine({ ...base, udpPort: port, bindAddress: '127.0.0.1' });
    await expect(taken).rejects.toMatchObject({ code: 'EADDRINUSE' });
    socket.close();
  });

  test('keeps its port before, between and after calls, until it is closed', async () => {
    const bind = () =>
      new Promise<string>((resolve) => {
        const socket = createSocket('udp4');
        socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
        socket.bind(engine.udpPort, '127.0.0.1', () => socket.close(() => resolve('free')));
      });
    expect(await bind()).toBe('EADDRINUSE');
    for (const name of ['Ada', 'Bob']) {
      const room = openRoom();
      const { client } = await joinAs(room, name);
      await room.close('over');
      await client.until(({ states }) => states.includes('closed'));
      client.close();
      expect(await bind()).toBe('EADDRINUSE');
    }
    await engine.close();
    await expect.poll(bind).toBe('free');
  });

  test('makes no room once it is closed', async () => {
    await engine.close();
    expect(() => openRoom()).toThrow('closed');
  });
});
