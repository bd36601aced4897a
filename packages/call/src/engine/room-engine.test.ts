import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeConnection } from '../testing/fake-connection.ts';
import { wireParticipant } from '../testing/fake-engine.ts';
import { FakeRoomServer } from '../testing/fake-room-server.ts';
import { VirtualClock } from '../testing/virtual-clock.ts';
import type { OutgoingTrack } from './port.ts';
import { RoomEngine } from './room-engine.ts';

const network = new EventTarget();
const engines: RoomEngine[] = [];

beforeEach(() => {
  FakeConnection.made = [];
  vi.stubGlobal('RTCPeerConnection', FakeConnection);
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network));
  vi.stubGlobal('removeEventListener', network.removeEventListener.bind(network));
});
afterEach(() => {
  for (const engine of engines.splice(0)) engine.leave();
  vi.unstubAllGlobals();
});

/** Answers come over several turns of the event loop, as from a real `fetch`. */
const settle = async (clock: VirtualClock, duration = 0) => {
  for (let round = 0; round < 5; round += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(0);
  }
  if (duration > 0) await clock.advance(duration);
  for (let round = 0; round < 5; round += 1) await new Promise((resolve) => setImmediate(resolve));
};

function track(name: string, more: Partial<OutgoingTrack> = {}): OutgoingTrack {
  const media = /video/i.test(name) ? 'video' : 'audio';
  const made = { id: name, kind: media, contentHint: '' } as unknown as MediaStreamTrack;
  return { name, media, track: made, on: true, ...more };
}

function setUp() {
  const clock = new VirtualClock();
  const server = new FakeRoomServer();
  server.install();
  const reported: string[] = [];
  const engine = new RoomEngine({
    url: 'https://kindling.test/room/a',
    clock,
    callbacks: {
      onEvent: (event) => reported.push(event.type),
      onTracksChanged: () => reported.push('tracks changed'),
      onInterrupted: () => reported.push('interrupted'),
      onRestored: () => reported.push('restored'),
      onNetworkQuality: () => {},
      onCpuLoad: () => {},
      onLost: (error) => reported.push(`lost ${error.code}`),
    },
  });
  engines.push(engine);
  const connection = () => {
    const last = FakeConnection.made.at(-1);
    if (last === undefined) throw new Error('no connection was made');
    return last;
  };
  const join = async (tracks: readonly OutgoingTrack[] = [track('audio')]) => {
    const joined = engine.join({ userName: 'Ada' }, tracks);
    await settle(clock);
    connection().connect();
    await joined;
    engine.startEvents();
  };
  const transceivers = () => connection().transceivers.filter((one) => !one.stopped);
  return { clock, server, engine, reported, connection, join, transceivers };
}

const restarts = (server: FakeRoomServer) =>
  server.of('PATCH').filter(({ body }) => body.sdp.includes('restart'));

describe('what is sent', () => {
  it('a voice call is one audio line and one exchange', async () => {
    const { join, server, transceivers } = setUp();
    await join();
    expect(transceivers().map((one) => one.direction)).toEqual(['sendrecv']);
    expect(server.exchanges).toHaveLength(1);
    expect(server.of('POST')[0]?.body).toMatchObject({
      version: 3,
      sends: [{ mid: '0', name: 'audio', media: 'audio', on: true }],
    });
  });

  it('a camera has its layers by number, the smallest first', async () => {
    const { join, transceivers, server } = setUp();
    const encodings = [{ scaleResolutionDownBy: 4 }, { scaleResolutionDownBy: 2 }, {}];
    await join([track('audio'), track('video', { encodings })]);
    expect(transceivers()[1]?.sender.parameters).toEqual([
      { active: true, rid: '0', scaleResolutionDownBy: 4 },
      { active: true, rid: '1', scaleResolutionDownBy: 2 },
      { active: true, rid: '2' },
    ]);
    expect(server.of('POST')[0]?.body.sends).toHaveLength(2);
  });

  it('another track under the same name needs no exchange, a new name one', async () => {
    const { join, engine, server, transceivers, clock } = setUp();
    await join();
    const other = track('audio');
    await engine.setTrack(other);
    expect(transceivers()[0]?.sender.track).toBe(other.track);
    expect(server.of('PATCH')).toHaveLength(0);
    const sent = Promise.all([engine.setTrack(track('video')), engine.setTrack(track('music'))]);
    await settle(clock);
    await sent;
    expect(
      server
        .of('PATCH')
        .at(-1)
        ?.body.sends?.map(({ name }) => name),
    ).toEqual(['audio', 'video', 'music']);
    expect(server.of('PATCH')).toHaveLength(1);
    await engine.setTrack({ ...track('video'), track: null, on: false });
    expect(server.of('PATCH')).toHaveLength(1);
  });

  it('what was said before the channel opened goes over it once', async () => {
    const copyTo = (samples: Float32Array) => samples.fill(0.5);
    const frame = { numberOfFrames: 480, sampleRate: 48_000, copyTo, close() {} };
    const readable = new ReadableStream({ start: (controller) => controller.enqueue(frame) });
    vi.stubGlobal(
      'MediaStreamTrackProcessor',
      class {
        readonly readable = readable;
      },
    );
    const { join, server, connection } = setUp();
    server.present.push({ ...wireParticipant('agent'), participantType: 'agent' });
    await join();
    const seqs = connection().channel.sent.map((text) => JSON.parse(text).seq);
    expect(seqs).toEqual([1, 2]);
  });

  it('a name with nothing to send gets no line', async () => {
    const { join, engine, transceivers, server } = setUp();
    await join();
    await engine.setTrack({ ...track('video'), track: null, on: false });
    expect(transceivers()).toHaveLength(1);
    expect(server.of('PATCH')).toHaveLength(0);
  });

  it('other encodings change the sender; layers that are too many rest', async () => {
    const { join, engine, transceivers } = setUp();
    const video = track('video', { encodings: [{ maxBitrate: 1 }, { maxBitrate: 2 }] });
    await join([track('audio'), video]);
    await engine.setTrack({ ...video, encodings: [{ maxBitrate: 5 }] });
    expect(transceivers()[1]?.sender.parameters).toEqual([
      { active: true, rid: '0', maxBitrate: 5 },
      { active: false, rid: '1', maxBitrate: 2 },
    ]);
  });

  it('a voice keeps to its bitrate', async () => {
    const { join, engine, transceivers } = setUp();
    const audio = track('audio');
    await join([audio]);
    await engine.setTrack({ ...audio, audioMode: { bitrate: 24_000 } });
    expect(transceivers()[0]?.sender.parameters).toEqual([{ active: true, maxBitrate: 24_000 }]);
  });
});

describe('offers', () => {
  it('are never two at a time', async () => {
    const { join, engine, server, clock, transceivers } = setUp();
    await join();
    void engine.setTrack(track('video'));
    engine.requestTransceivers({ audio: 1, video: 1 });
    await settle(clock, 30);
    void engine.setTrack(track('music'));
    await settle(clock);
    await settle(clock);
    expect(server.overlapped).toBe(false);
    expect(transceivers()).toHaveLength(5);
    expect(transceivers().every((one) => one.mid !== null)).toBe(true);
  });

  it('a refusal is reported, taken back, and leaves the call as it was', async () => {
    const { join, engine, server, clock, transceivers } = setUp();
    await join();
    server.outcomes.push('refuse');
    const refused = expect(engine.setTrack(track('video'))).rejects.toMatchObject({
      code: 'refused',
    });
    await settle(clock);
    await refused;
    expect(transceivers()).toHaveLength(1);
    const again = engine.setTrack(track('video'));
    await settle(clock);
    await again;
    expect(transceivers().map((one) => one.mid)).not.toContain(null);
  });

  it('are repeated when the server was not reached', async () => {
    const { join, engine, server, clock } = setUp();
    await join();
    server.outcomes.push('unreachable');
    const sent = engine.setTrack(track('video'));
    await settle(clock);
    expect(server.of('PATCH')).toHaveLength(1);
    await settle(clock, 1_000);
    await sent;
    expect(server.of('PATCH')).toHaveLength(2);
  });

  it('renegotiation-during-interruption: the restart brings the new line along', async () => {
    const { join, engine, server, clock, connection, reported } = setUp();
    await join();
    server.outcomes.push('hang');
    const sent = engine.setTrack(track('video'));
    await settle(clock);
    connection().handle('failed');
    await clock.advance(0);
    await settle(clock);
    await sent;
    expect(server.of('PATCH').at(-1)?.body.sdp).toContain('restart');
    expect(
      server
        .of('PATCH')
        .at(-1)
        ?.body.sends?.map(({ name }) => name),
    ).toContain('video');
    connection().handle('connected');
    expect(reported).toEqual(['interrupted', 'restored']);
  });

  it('a fresh connection sends and receives all of it again', async () => {
    const { join, engine, server, clock, connection, transceivers, reported } = setUp();
    await join();
    void engine.setTrack(track('video'));
    engine.requestTransceivers({ audio: 2, video: 1 });
    await settle(clock, 30);
    server.certificate = 'B';
    connection().handle('failed');
    for (let round = 0; round < 4; round += 1) await settle(clock);
    expect(FakeConnection.made).toHaveLength(2);
    expect(FakeConnection.made[0]?.closed).toBe(true);
    expect(transceivers().map((one) => `${one.kind} ${one.direction}`)).toEqual([
      'audio sendrecv',
      'video sendonly',
      'audio recvonly',
      'audio recvonly',
      'video recvonly',
    ]);
    connection().connect();
    await clock.advance(50);
    expect(reported).toEqual(['interrupted', 'restored', 'tracks changed']);
  });

  it('network-change: one that hangs on the old way is given up at once', async () => {
    const { join, engine, server, clock } = setUp();
    await join();
    server.outcomes.push('hang');
    void engine.setTrack(track('video'));
    await settle(clock);
    network.dispatchEvent(new Event('online'));
    await settle(clock);
    expect(server.of('PATCH').at(-1)?.body.sdp).toContain('restart');
    expect(server.overlapped).toBe(false);
  });

  it('silence: connected as the browser sees it, and nothing arrives any more', async () => {
    const { join, server, clock, connection, reported } = setUp();
    await join();
    await settle(clock, 4_500);
    connection().say({ type: 'pong', sentAt: 0 });
    expect(restarts(server)).toHaveLength(0);
    await settle(clock, 7_500);
    expect(restarts(server)).toHaveLength(1);
    connection().say({ type: 'pong', sentAt: 0 });
    expect(reported).toEqual(['pong', 'interrupted', 'restored', 'pong']);
  });

  it('killed-with-its-media: a server that does not answer is looked for, and one that lives hears of nothing', async () => {
    const { join, server, clock, connection, reported } = setUp();
    await join();
    await settle(clock, 1_200);
    expect(server.of('PATCH')).toHaveLength(0);
    await settle(clock, 1_200);
    expect(server.of('PATCH')).toHaveLength(1);
    expect([reported, FakeConnection.made.length]).toEqual([[], 1]);
    // Another server answers.
    server.certificate = 'B';
    await settle(clock, 1_200);
    await settle(clock);
    expect([reported, FakeConnection.made.length]).toEqual([['interrupted'], 2]);
    connection().connect();
    expect(reported).toEqual(['interrupted', 'restored']);
  });

  it('killed-while-connecting: joins the room of another server once that has it', async () => {
    const { engine, server, clock, connection } = setUp();
    server.outcomes.push('bad-gateway', 'not-ready', 'unreachable');
    const joined = engine.join({ userName: 'Ada' }, [track('audio')]);
    for (let attempt = 0; attempt < 4; attempt += 1) await settle(clock, 400);
    expect(server.of('POST')).toHaveLength(4);
    connection().connect();
    await joined;
  });

  it('fails to join where there is no server for long, or a room refuses', async () => {
    const { engine, server, clock } = setUp();
    server.outcomes.push(...Array.from({ length: 20 }, () => 'bad-gateway' as const));
    const refused = vi.fn();
    const joined = engine.join({ userName: 'Ada' }, [track('audio')]).catch(refused);
    for (let second = 0; second < 12; second += 1) await settle(clock, 400);
    await joined;
    expect(refused).toHaveBeenCalledOnce();
    const other = setUp();
    other.server.outcomes.push('refuse');
    await expect(other.engine.join({ userName: 'Ada' }, [])).rejects.toThrow('No.');
    expect(other.server.of('POST')).toHaveLength(1);
  });

  it('silent-after-restore: what the browser calls connected again is listened to anew', async () => {
    const { join, server, clock, connection, reported } = setUp();
    await join();
    await settle(clock, 6_000);
    expect(restarts(server)).toHaveLength(1);
    connection().handle('connected');
    await settle(clock, 6_000);
    expect(restarts(server)).toHaveLength(2);
    expect(reported).toEqual(['interrupted', 'restored', 'interrupted']);
  });

  it('channel-closed-before-connected: the connection without it is not taken for restored', async () => {
    const { join, clock, connection, reported } = setUp();
    await join();
    const [first] = FakeConnection.made;
    first?.handle('disconnected');
    first?.channel.close();
    first?.channel.onclose?.();
    first?.handle('connected');
    await settle(clock);
    expect(FakeConnection.made).toHaveLength(2);
    connection().connect();
    expect(reported).toEqual(['interrupted', 'restored']);
  });

  it('ping-first: commands wait until something has come back', async () => {
    const { engine, server, clock, connection } = setUp();
    server.more = { pingFirst: true };
    const joined = engine.join({ userName: 'Ada' }, [track('audio')]);
    await settle(clock);
    const { channel } = connection();
    connection().connect();
    engine.send({ type: 'subscribe', sessionId: 'agent', tracks: { audio: true } });
    await clock.advance(60);
    const types = () => channel.sent.map((text) => JSON.parse(text).type);
    expect(types()).toEqual(['ping', 'ping', 'ping']);
    connection().say({ type: 'pong', sentAt: 0 });
    await joined;
    await clock.advance(60);
    expect(types()).toEqual(['ping', 'ping', 'ping', 'subscribe']);
  });

  it('channel-never-opens: joining over the connection without it fails, and does not hang', async () => {
    const { engine, clock, connection } = setUp();
    const refused = vi.fn();
    const joined = engine.join({ userName: 'Ada' }, [track('audio')]).catch(refused);
    await settle(clock);
    // Each new connection ends up the same way.
    for (let second = 0; second < 12; second += 1) {
      connection().handle('connected');
      await settle(clock, 1_000);
    }
    expect(refused).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ code: 'connection-error' }),
    );
    await joined;
    expect(clock.pending).toBe(0);
  });

  it('a session that is gone ends the call once', async () => {
    const { join, engine, server, clock, reported } = setUp();
    await join();
    server.outcomes.push('gone', 'gone');
    void engine.setTrack(track('video')).catch(() => {});
    await settle(clock);
    await settle(clock);
    expect(reported).toEqual(['interrupted', 'lost connection-error']);
    engine.leave();
    expect(clock.pending).toBe(0);
  });
});

describe('switched-during-offer: the offer that says otherwise has not the last word', () => {
  /** The microphone is switched once the offer is on its way. */
  function switchUnderWay(engine: RoomEngine, audio: OutgoingTrack) {
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      await engine.setTrack(audio);
      return fetch(url, init);
    });
  }
  const sentTracks = ({ channel }: FakeConnection) =>
    channel.sent
      .map((text) => JSON.parse(text))
      .flatMap(({ type, tracks }) => (type === 'update-self' ? [tracks] : []));

  it('of a joined call', async () => {
    const { join, engine, server, clock, connection } = setUp();
    await join();
    switchUnderWay(engine, track('audio', { on: false }));
    const sent = engine.setTrack(track('video'));
    await settle(clock);
    await sent;
    const [offer] = server.of('PATCH');
    expect(offer?.body.sends?.map(({ name, on }) => [name, on])).toEqual([
      ['audio', true],
      ['video', true],
    ]);
    expect(sentTracks(connection())).toEqual([{ audio: false }]);
  });

  it('of one that is joining', async () => {
    const { join, engine, server, connection } = setUp();
    switchUnderWay(engine, track('audio'));
    await join([track('audio', { track: null, on: false })]);
    expect(server.of('POST')[0]?.body.sends).toMatchObject([{ name: 'audio', on: false }]);
    expect(sentTracks(connection())).toEqual([{ audio: true }]);
  });

  it('and nothing is said twice where nothing was switched', async () => {
    const { join, engine, clock, connection } = setUp();
    await join();
    const sent = engine.setTrack(track('video'));
    await settle(clock);
    await sent;
    expect(connection().channel.sent).toEqual([]);
  });
});

describe('receiving lines', () => {
  const video = (mid: string | null) =>
    ({ media: 'video', state: 'playable', subscribed: true, mid }) as const;

  it('are asked for once, together, and used again', async () => {
    const { join, engine, server, clock, connection, transceivers } = setUp();
    await join();
    engine.requestTransceivers({ audio: 0, video: 1 });
    engine.requestTransceivers({ audio: 0, video: 2 });
    await settle(clock, 30);
    engine.requestTransceivers({ audio: 0, video: 2 });
    await settle(clock, 30);
    expect(transceivers()).toHaveLength(3);
    expect(server.of('PATCH')).toHaveLength(1);
    const ada = wireParticipant('ada', null, { video: video('1'), screenVideo: video('2') });
    connection().say({ type: 'participant-updated', participant: ada });
    expect(engine.findTrack('1')).toBe(transceivers()[1]?.receiver.track);
    engine.requestTransceivers({ audio: 0, video: 1 });
    await settle(clock, 30);
    expect(transceivers()).toHaveLength(4);
    connection().say({ type: 'participant-left', sessionId: 'ada' });
    engine.requestTransceivers({ audio: 0, video: 3 });
    await settle(clock, 30);
    expect(transceivers()).toHaveLength(4);
  });

  it('does not take a line that sends for one that receives', async () => {
    const { join, engine, clock } = setUp();
    await join();
    void engine.setTrack(track('video'));
    await settle(clock);
    expect(engine.findTrack('0')).toBeDefined();
    expect(engine.findTrack('1')).toBeUndefined();
  });
});

describe('requests', () => {
  it('are answered by id, whatever the order', async () => {
    const { join, engine, connection } = setUp();
    await join();
    const first = engine.request('stop-recording', {});
    const second = engine.request('stop-transcription', {});
    expect(connection().channel.sent.map((text) => JSON.parse(text))).toMatchObject([
      { type: 'request', id: '1', method: 'stop-recording', params: {} },
      { type: 'request', id: '2', method: 'stop-transcription' },
    ]);
    connection().say({ type: 'result', id: '2', value: 'two' });
    connection().say({ type: 'result', id: '1', value: { one: 1 } });
    expect(await second).toBe('two');
    expect(await first).toEqual({ one: 1 });
  });

  it.each([
    ['not_configured', 'not-configured'],
    ['not_allowed', 'refused'],
  ])('%s rejects as %s with the words of the server', async (code, kind) => {
    const { join, engine, connection } = setUp();
    await join();
    const asked = expect(engine.request('stop-recording', {})).rejects.toMatchObject({
      code: kind,
      message: 'No.',
    });
    connection().say({ type: 'result', id: '1', error: { code, message: 'No.' } });
    await asked;
  });

  it('reject when the session ends, and nothing is left behind', async () => {
    const { join, engine, clock, connection, server } = setUp();
    await join();
    const asked = expect(engine.request('stop-recording', {})).rejects.toMatchObject({
      code: 'before-join',
    });
    engine.requestTransceivers({ audio: 1, video: 0 });
    engine.leave();
    engine.leave();
    await asked;
    expect(connection().closed).toBe(true);
    expect(server.of('DELETE')).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });
});

it('what may not have arrived goes along when the call is left', async () => {
  const { join, engine, server } = setUp();
  await join();
  engine.send({ type: 'app-message', to: '*', data: 'goodbye' });
  engine.leave();
  const [left] = server.of('DELETE');
  expect(left?.body.frames.map((frame) => JSON.parse(frame))).toEqual([
    { type: 'app-message', to: '*', data: 'goodbye', seq: 1 },
  ]);
});

it('what was said while the page was not notified yet comes in order after the join', async () => {
  const { engine, clock, connection, reported } = setUp();
  const joined = engine.join({}, []);
  await settle(clock);
  connection().connect();
  await joined;
  connection().say({ type: 'active-speaker', sessionId: null });
  connection().say({ type: 'app-message', from: 'x', data: 1 });
  expect(reported).toEqual([]);
  engine.startEvents();
  expect(reported).toEqual(['active-speaker', 'app-message']);
});
