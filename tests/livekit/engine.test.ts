import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  createSpeechDecoder,
  createSpeechEncoder,
} from '../../packages/media/src/audio/opus-codec.ts';
import type { Room, RoomOptions } from '../../packages/media/src/index.ts';
import { hashParticipantKey, type MediaEngine } from '../../packages/media/src/index.ts';
import {
  createLoopbackClient,
  type LoopbackClient,
} from '../../packages/media/src/testing/loopback-client.ts';
import { createTone, measureTone } from '../../packages/media/src/testing/tone.ts';
import { createIsolatedLivekitEngine } from '../../packages/media-livekit/src/index.ts';
import type { RoomEvent } from '../../packages/protocol/src/room.ts';
import { connectOverLivekit } from '../support/calls/connect-over-livekit.ts';
import { givenLivekit } from '../support/server/livekit.ts';

/** More than one after the first: LiveKit offers them the voice of the agent, or any other of the room. */
const CONNECTIONS = 6;

const livekit = givenLivekit();
const skipped = livekit === null ? ' (SKIPPED: TEST_LIVEKIT_URL is not set)' : '';

describe.skipIf(livekit === null)(`rooms over LiveKit${skipped}`, () => {
  let engine: MediaEngine;
  const faults: unknown[] = [];
  const clients: LoopbackClient[] = [];
  const rooms: Room[] = [];

  beforeAll(async () => {
    engine = await startEngine();
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.close();
    await Promise.all(rooms.splice(0).map((room) => room.close('over')));
    expect(faults).toEqual([]);
  });
  afterAll(() => engine?.close());

  function startEngine(): Promise<MediaEngine> {
    if (livekit === null) throw new Error('no LiveKit');
    return createIsolatedLivekitEngine({ ...livekit, onFault: (fault) => void faults.push(fault) });
  }

  function openRoom(options: Partial<RoomOptions> = {}, by = engine) {
    const name = randomUUID();
    const room = by.createRoom({ name, path: `/room/${name}`, maxParticipants: 1, ...options });
    rooms.push(room);
    const heard: { readonly data: unknown; readonly from: string }[] = [];
    const voice: number[] = [];
    const agent = room.addAgent({
      userName: 'Vapi Speaker',
      sampleRate: 16_000,
      onAudio: (pcm) => void voice.push(...pcm),
      onAppMessage: (data, from) => void heard.push({ data, from }),
    });
    return { room, agent, heard, voice };
  }

  async function newClient() {
    const client = await createLoopbackClient();
    clients.push(client);
    return client;
  }

  const send = (client: LoopbackClient, command: unknown) =>
    client.sendText(JSON.stringify(command));

  async function join(room: Room) {
    const client = await newClient();
    const answer = await room.join({ sdp: client.offer, version: 3, userName: 'Ada' });
    await connectOverLivekit(client, answer.sdp);
    return { client, answer };
  }

  /** Whether it holds before so many milliseconds are over. */
  async function within(duration: number, holds: () => Promise<boolean>): Promise<boolean> {
    const end = performance.now() + duration;
    while (performance.now() < end) {
      if (await holds()) return true;
      await wait(50);
    }
    return false;
  }

  type EventOf<T extends RoomEvent['type']> = Extract<RoomEvent, { type: T }>;
  const event = <T extends RoomEvent['type']>(client: LoopbackClient, type: T) =>
    client.until(({ events }) => events.find((one): one is EventOf<T> => one.type === type));

  async function decode(client: LoopbackClient): Promise<Int16Array> {
    const decoder = await createSpeechDecoder(16_000);
    const pcm = client.packets.flatMap(({ payload }) => [...decoder.decode(payload)]);
    decoder.free();
    return Int16Array.from(pcm);
  }

  test('a caller hears the agent, to the sample that was played', async () => {
    const { room, agent } = openRoom();
    const { client, answer } = await join(room);
    expect(answer.participants).toMatchObject([{ userName: 'Vapi Speaker', tracks: {} }]);
    agent.output.write(createTone(500, 16_000, 16_000 * 20));
    expect(agent.output.playedSamples).toBe(0);
    send(client, { type: 'subscribe', sessionId: agent.sessionId, tracks: { audio: true } });
    const reported: number[] = [];
    agent.output.onPlayed((played) => void reported.push(played));
    await client.until(() => reported.length > 60);
    const played = agent.output.clear();
    expect(played % 320).toBe(0);
    expect([agent.output.playedSamples, agent.output.writtenSamples]).toEqual([played, played]);
    const { frequency, level } = measureTone((await decode(client)).slice(-8_000), 16_000);
    expect(Math.abs(frequency - 500)).toBeLessThan(25);
    expect(level).toBeGreaterThan(4_000);
  });

  test('the agent hears the caller, and both exchange messages of any length', async () => {
    const { room, agent, heard, voice } = openRoom();
    const { client, answer } = await join(room);
    const encoder = await createSpeechEncoder(16_000);
    const tone = createTone(300, 16_000, 320);
    let sequence = 0;
    const speak = setInterval(() => {
      const payload = Buffer.from(encoder.encode(tone));
      client.sendPacket({ payload, sequence, timestamp: sequence * 960, marker: sequence === 0 });
      sequence += 1;
    }, 20);
    await expect
      .poll(() => measureTone(Int16Array.from(voice.slice(-8_000)), 16_000).level)
      .toBeGreaterThan(4_000);
    clearInterval(speak);
    encoder.free();
    send(client, { type: 'app-message', to: '*', data: { n: 1 }, seq: 1 });
    await expect.poll(() => heard).toEqual([{ data: { n: 1 }, from: answer.sessionId }]);
    const long = 'ä'.repeat(50_000);
    agent.sendAppMessage({ long });
    expect(await event(client, 'app-message')).toMatchObject({ data: { long } });
  });

  test('a caller comes back over another connection: voice and messages go on', async () => {
    const { room, agent, heard } = openRoom();
    const { client, answer } = await join(room);
    send(client, { type: 'subscribe', sessionId: agent.sessionId, tracks: { audio: true } });
    await event(client, 'participant-updated');
    const key = answer.location.slice(answer.location.lastIndexOf('/') + 1);
    agent.output.write(createTone(500, 16_000, 16_000 * 60));
    const hears = async (next: LoopbackClient) =>
      measureTone((await decode(next)).slice(-12_000), 16_000).level > 2_000;
    const sent: (typeof heard)[number][] = [];
    for (let attempt = 1; attempt <= CONNECTIONS; attempt += 1) {
      const next = await newClient();
      const { sdp } = await room.restart(key, { sdp: next.offer });
      await connectOverLivekit(next, sdp);
      send(next, { type: 'app-message', to: '*', data: attempt, seq: attempt });
      sent.push({ data: attempt, from: answer.sessionId });
      await expect.poll(() => heard).toEqual(sent);
      expect(await within(4_000, () => hears(next))).toBe(true);
    }
    agent.output.clear();
    expect(room.participantCount).toBe(2);
  });

  test('refuses what it cannot carry, and says so', async () => {
    const { room } = openRoom();
    const client = await newClient();
    const offer = { sdp: client.offer, version: 3 };
    await expect(room.join({ ...offer, version: 2 })).rejects.toMatchObject({
      code: 'client_outdated',
    });
    const sends = [{ mid: '0', name: 'screenAudio', media: 'audio', on: true }] as const;
    await expect(room.join({ ...offer, sends: [...sends] })).rejects.toMatchObject({
      code: 'not_configured',
    });
    const { answer } = await join(room);
    await expect(room.join(offer)).rejects.toMatchObject({ code: 'room_full' });
    const key = answer.location.slice(answer.location.lastIndexOf('/') + 1);
    await expect(room.restart(key, { sdp: clients.at(-1)?.offer ?? '' })).resolves.toBeTruthy();
    await expect(room.restart('nobody', offer)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('who leaves, and who is notified that the room is over, is gone once', async () => {
    const left: string[] = [];
    const options = {
      onParticipantLeft: (_: string, reason: string) => void left.push(reason),
    };
    const first = openRoom(options);
    const { answer } = await join(first.room);
    expect(first.room.leave(answer.location.slice(answer.location.lastIndexOf('/') + 1))).toBe(
      true,
    );
    const second = openRoom(options);
    const { client } = await join(second.room);
    await second.room.close('That was all.');
    expect(await event(client, 'room-left')).toMatchObject({ message: 'That was all.' });
    await expect.poll(() => left).toEqual(['left', 'ejected']);
  });

  test('another process takes the room up, with the caller in it', async () => {
    const name = randomUUID();
    const other = await startEngine();
    const first = openRoom({ name }, other);
    const { client, answer } = await join(first.room);
    const key = answer.location.slice(answer.location.lastIndexOf('/') + 1);
    const second = openRoom({
      name,
      generation: 1,
      returning: [
        {
          keyHash: hashParticipantKey(key),
          sessionId: answer.sessionId,
          userName: 'Ada',
          version: 3,
          lastCommand: 0,
          receives: [],
        },
      ],
    });
    const next = await newClient();
    const { sdp } = await second.room.restart(key, { sdp: next.offer });
    await connectOverLivekit(next, sdp);
    send(next, { type: 'app-message', to: '*', data: 'here', seq: 1 });
    await expect.poll(() => second.heard).toEqual([{ data: 'here', from: answer.sessionId }]);
    expect(first.heard).toEqual([]);
    client.close();
    rooms.splice(rooms.indexOf(first.room), 1);
    await first.room.close('over');
    await other.close();
  });
});
