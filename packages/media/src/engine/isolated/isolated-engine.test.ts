import { execFileSync } from 'node:child_process';
import { afterEach, describe, expect, test } from 'vitest';
import type { MediaEngine, MediaEngineOptions } from '../../port.ts';
import { createLoopbackClient } from '../../testing/loopback-client.ts';
import { createIsolatedMediaEngine } from './create-isolated-engine.ts';

const engines: MediaEngine[] = [];
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.close()));
});

async function start(options: Partial<MediaEngineOptions> = {}): Promise<MediaEngine> {
  const engine = await createIsolatedMediaEngine({
    udpPort: 0,
    bindAddress: '127.0.0.1',
    ...options,
  });
  engines.push(engine);
  return engine;
}

const room = { name: 'r', path: '/room/r', maxParticipants: 4 };

/** Keeps this thread from everything else. */
function standStill(duration: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, duration);
}

/** A participant who hears the agent. */
async function join(
  engine: MediaEngine,
  options: Partial<Parameters<MediaEngine['createRoom']>[0]> = {},
  done: () => Promise<unknown> | undefined = () => undefined,
) {
  const opened = engine.createRoom({ ...room, ...options });
  const heard: { data: unknown; from: string }[] = [];
  let samples = 0;
  const agent = opened.addAgent({
    userName: 'agent',
    sampleRate: 16_000,
    onAudio: (pcm) => {
      samples += pcm.length;
    },
    onAppMessage(data, from) {
      heard.push({ data, from });
      return done();
    },
  });
  const client = await createLoopbackClient();
  const answer = await opened.join({ sdp: client.offer, userName: 'caller' });
  await client.connect(answer.sdp);
  client.sendText(
    JSON.stringify({ type: 'subscribe', sessionId: agent.sessionId, tracks: { audio: true } }),
  );
  return { opened, agent, client, answer, heard, samples: () => samples };
}

const tone = (seconds: number) =>
  Int16Array.from({ length: seconds * 16_000 }, (_, at) => 8_000 * Math.sin(at / 5));

describe('the engine in a process of its own', () => {
  test('goes on playing while the thread of the server stands still', async () => {
    const engine = await start();
    const { agent, client } = await join(engine);
    agent.output.write(tone(3));
    await client.until(({ packets }) => packets.length > 5);
    const before = agent.output.playedSamples;
    standStill(1_000);
    // No notice was handled meanwhile; asking returns the state of now.
    expect(agent.output.playedSamples).toBe(before);
    const played = agent.output.clear();
    expect(played - before).toBeGreaterThan(8_000);
    expect(played % 320).toBe(0);
    expect([agent.output.playedSamples, agent.output.writtenSamples]).toEqual([played, played]);
    client.close();
  });

  test('sends people away from a server that stands still, and lets it go on with them: server-stopped', async () => {
    const engine = await start({ serverSilenceLimit: 1_500 });
    const { agent, client } = await join(engine);
    await client.until(({ ready }) => ready);
    const isMoved = () => client.events.some(({ type }) => type === 'moved');
    expect(isMoved()).toBe(false);
    standStill(5_000);
    await client.until(isMoved);
    // To it as to any other.
    agent.sendAppMessage('hello');
    await client.until(({ events }) => events.some(({ type }) => type === 'app-message'));
    client.close();
  });

  test('acknowledges a message when the server has done with it', async () => {
    const engine = await start();
    const kept = Promise.withResolvers<void>();
    const { client, answer, opened } = await join(engine, {}, () => kept.promise);
    const ping = async (sentAt: number) => {
      client.sendText(JSON.stringify({ type: 'ping', sentAt }));
      return client.until(({ events }) => {
        const pong = events.find((event) => event.type === 'pong' && event.sentAt === sentAt);
        return pong?.type === 'pong' && `${pong.received}`;
      });
    };
    client.sendText(JSON.stringify({ type: 'app-message', to: '*', data: 'hello', seq: 1 }));
    expect(await ping(1)).toBe('0');
    kept.resolve();
    // It goes to the other process and back.
    await expect.poll(() => ping(Math.random())).toBe('1');
    opened.leave(answer.location.slice(answer.location.lastIndexOf('/') + 1));
    client.close();
  });

  test('moves people to where their room is, and is done with it', async () => {
    const engine = await start();
    const { opened, client } = await join(engine);
    await client.until(({ ready }) => ready);
    await opened.move(true);
    await client.until(({ events }) =>
      events.some((one) => one.type === 'moved' && one.handedOver === true),
    );
    expect(client.events.some(({ type }) => type === 'room-left')).toBe(false);
    expect(engine.stats()).toMatchObject({ rooms: 0, participants: 0 });
    client.close();
  });

  test('reports what was played, cuts at once and plays what is written afterwards', async () => {
    const engine = await start();
    const { opened, agent, client } = await join(engine);
    const reported: number[] = [];
    agent.output.onPlayed((played) => void reported.push(played));
    agent.output.write(tone(10));
    await client.until(() => reported.length > 5);
    const cut = agent.output.clear();
    expect(cut).toBeGreaterThanOrEqual(reported.at(-1) ?? 0);
    agent.output.write(tone(0.1));
    expect(agent.output.writtenSamples).toBe(cut + 1_600);
    await expect.poll(() => agent.output.playedSamples).toBe(cut + 1_600);
    expect(reported).toEqual([...reported].sort((a, b) => a - b));
    expect(() => agent.output.setGain(-1, 0)).toThrow(RangeError);
    expect(() => opened.addAgent({ ...agentOptions, sampleRate: 11_025 })).toThrow(RangeError);
    client.close();
  });

  test('plays a sound behind the agent, which counts as nothing that it says', async () => {
    const engine = await start();
    const { agent, client } = await join(engine);
    agent.setBackground(tone(2));
    await client.until(({ packets }) => packets.length > 20);
    expect(agent.output.clear()).toBe(0);
    agent.output.write(tone(0.1));
    await expect.poll(() => agent.output.playedSamples).toBe(1_600);
    const before = client.packets.length;
    await client.until(({ packets }) => packets.length > before + 20);
    expect(agent.output.clear()).toBe(1_600);
    client.close();
  });

  test('carries messages, requests, observed tracks and calls of the room', async () => {
    const engine = await start();
    const seen: string[] = [];
    const connected: string[] = [];
    const { opened, agent, client, answer, heard } = await join(engine, {
      onParticipantJoined: (id) => void seen.push(`joined ${id}`),
      onParticipantConnected: (id) => void connected.push(id),
      onParticipantLeft: (id, reason) => void seen.push(`left ${id} ${reason}`),
      onRequest: async ({ method }) => ({ asked: method }),
    });
    const id = answer.sessionId;
    expect(seen).toEqual([`joined ${id}`]);
    expect(opened.members()).toMatchObject([{ sessionId: id, userName: 'caller', level: 'full' }]);
    expect(opened.members()[0]?.tracks).toBeInstanceOf(Map);
    expect(opened.participantCount).toBe(2);
    expect(engine.stats()).toMatchObject({ rooms: 1, participants: 2 });
    client.sendText(JSON.stringify({ type: 'app-message', to: '*', data: { a: [1, null] } }));
    await expect.poll(() => heard).toEqual([{ data: { a: [1, null] }, from: id }]);
    await expect.poll(() => connected).toEqual([id]);
    client.sendText(JSON.stringify({ type: 'request', id: '1', method: 'mine', params: {} }));
    await client.until(({ events }) =>
      events.some((one) => one.type === 'result' && JSON.stringify(one).includes('mine')),
    );
    agent.sendAppMessage('hello');
    await client.until(({ events }) =>
      events.some((one) => one.type === 'app-message' && one.data === 'hello'),
    );
    expect(opened.observeTrack(id, 'nothing', { onPacket() {}, onEnded() {} })).toBeNull();
    let ended = 0;
    expect(
      opened.observeTrack(id, 'audio', { onPacket() {}, onEnded: () => (ended += 1) }),
    ).not.toBeNull();
    expect(opened.admit(id)).toBe(false);
    expect(opened.eject(id)).toBe(true);
    await expect.poll(() => [seen.at(-1), ended]).toEqual([`left ${id} ejected`, 1]);
    await expect(opened.join({ sdp: 'nonsense' })).rejects.toMatchObject({
      name: 'RoomError',
      code: 'invalid_sdp',
    });
    await opened.close('over');
    expect(() => opened.addAgent({ ...agentOptions })).toThrow('This room is closed.');
    client.close();
  });

  test('refuses what the engine refuses', async () => {
    await expect(start({ bindAddress: 'nowhere' })).rejects.toThrow(RangeError);
    const engine = await start();
    await expect(start({ udpPort: engine.udpPort })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  test('a process that is killed fails its rooms, and another one takes its place', async () => {
    const faults: string[] = [];
    const engine = await start({ onFault: ({ stage }) => void faults.push(stage) });
    let failed = 0;
    const { opened, agent, client } = await join(engine, { onFailed: () => (failed += 1) });
    const [pid] = children();
    process.kill(pid ?? 0, 'SIGKILL');
    await expect.poll(() => failed).toBe(1);
    expect(faults).toEqual(['media-process']);
    // A lost room behaves like an empty one, without delay.
    agent.output.write(tone(1));
    expect([opened.members(), opened.participantCount, agent.output.clear()]).toEqual([[], 0, 0]);
    await expect(opened.join({ sdp: client.offer })).rejects.toMatchObject({ code: 'room_ended' });
    await opened.close('over');
    await expect.poll(() => children().length).toBe(1);
    expect(children()).not.toContain(pid);
    const again = await join(engine);
    again.agent.output.write(tone(1));
    await again.client.until(({ packets }) => packets.length > 5);
    again.client.close();
    client.close();
  });

  test('leaves no process behind', async () => {
    const engine = await start();
    expect(children()).toHaveLength(1);
    await engine.close();
    expect(children()).toHaveLength(0);
    expect(() => engine.createRoom(room)).toThrow('The media engine is closed.');
  });
});

const agentOptions = { userName: 'a', sampleRate: 16_000, onAudio() {}, onAppMessage() {} };

/** Media processes of this one. */
function children(): number[] {
  const all = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)]).toString();
  return all
    .split('\n')
    .filter((line) => line.includes('media-process'))
    .map((line) => Number.parseInt(line, 10));
}
