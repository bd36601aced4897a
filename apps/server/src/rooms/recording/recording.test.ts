import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RoomMember } from '@kindling/media';
import type { RoomConfig, RoomRequestName } from '@kindling/protocol/room';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestPglite } from '../../../testing/databases/test-pglite.ts';
import { testAssistant } from '../../../testing/server/fake-parts.ts';
import { createManualClock, type ManualClock } from '../../../testing/server/manual-clock.ts';
import { seed } from '../../main/seed.ts';
import { createTokenStore } from '../../modules/tokens/token-store.ts';
import { createDiskSpace } from '../../platform/data-folder/disk-space.ts';
import type { OpenDatabase } from '../../platform/database/database.ts';
import { createFolderBlobs } from '../../platform/storage/folder-blobs.ts';
import type { MeetingContext, MeetingFeature } from '../meetings/request-handlers.ts';
import { type Ffmpeg, findFfmpeg } from '../tracks/ffmpeg.ts';
import {
  createObservedRoom,
  EVERYTHING,
  type ObservedRoom,
} from '../tracks/testing/observed-room.ts';
import { opusPackets, tone, vp8Packets, vp8Picture } from '../tracks/testing/track-packets.ts';
import { createRecordings, type Recordings } from './create-recordings.ts';
import { createRecordingStore, type RecordingStore } from './recording-store.ts';
import { colorAt, loudness, probe } from './testing/film.ts';

const host = await findFfmpeg(null, process.env.PATH);
const withFfmpeg = host === null ? ' (SKIPPED: there is no ffmpeg on PATH)' : '';

describe('recordings', () => {
  let database: OpenDatabase;
  let orgId: string;
  let store: RecordingStore;
  let folder: string;
  let clock: ManualClock;
  let openedAt: number;
  let people: ObservedRoom;
  let recordings: Recordings;
  let feature: MeetingFeature;
  let meeting: MeetingContext;

  beforeAll(async () => {
    database = await openTestPglite();
    await seed({ db: database.db, assistant: testAssistant, keepPrivateKey: async () => {} });
    orgId = (await createTokenStore(database.db).findSiteToken())?.orgId ?? '';
    store = createRecordingStore(database.db);
  }, 60_000);
  afterAll(() => database.close());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kindling-recording-'));
  });
  afterEach(async () => {
    await feature.close?.();
    await recordings.close();
    await rm(folder, { recursive: true, force: true });
  });

  interface Setting {
    readonly ffmpeg?: Ffmpeg | null;
    readonly config?: RoomConfig;
    readonly callId?: string;
    readonly mayRecordCall?: boolean;
    readonly blobFolder?: string;
    /** Bytes that are free; asked at every look. */
    readonly free?: () => number;
    readonly keepDays?: number;
  }

  function open(setting: Setting = {}): void {
    clock = createManualClock();
    openedAt = clock.now();
    people = createObservedRoom();
    const log = pino({ level: 'silent' });
    recordings = createRecordings({
      db: database.db,
      secret: Buffer.alloc(32, 1),
      clock,
      log,
      blobs: createFolderBlobs(setting.blobFolder ?? folder),
      workFolder: setting.blobFolder ?? folder,
      ffmpeg: setting.ffmpeg === undefined ? host : setting.ffmpeg,
      mayRecordCall: async () => setting.mayRecordCall ?? false,
      keepDays: setting.keepDays ?? null,
      disk: createDiskSpace({
        folder,
        keepFree: 1_000,
        measure: async () => setting.free?.() ?? 1e12,
      }),
    });
    meeting = {
      room: people.room,
      meetingId: 'meeting',
      orgId,
      config: setting.config ?? {},
      clock,
      log,
      ...(setting.callId !== undefined && { callId: setting.callId }),
    };
    feature = recordings.feature(meeting);
  }

  async function ask(method: RoomRequestName, member: RoomMember, params: object = {}) {
    const handler = feature.handlers[method];
    if (handler === undefined) throw new Error(`no handler for ${method}`);
    // As the schema leaves them.
    return handler({ meeting, member, params: { type: 'cloud', ...params } as never });
  }

  const owner = () => people.join({ sessionId: 'ada', userName: 'Ada', owner: true });
  const events = () => people.events.map(({ event }) => event);
  const changes = () =>
    events().flatMap((event) => (event.type === 'recording' ? [event.change] : []));
  const recording = async () => {
    const [newest] = await store.list(orgId, { limit: 1 });
    if (newest === undefined) throw new Error('nothing was recorded');
    return newest;
  };
  const path = (id: string, name: string) => join(folder, 'recordings', id, name);

  /** Talks for `seconds` in real packets; time moves with them. */
  async function talk(tones: Record<string, number>, seconds: number) {
    const all = await Promise.all(
      Object.entries(tones).map(async ([who, hertz]) => ({
        who,
        packets: await opusPackets(tone(hertz, seconds), 48_000, (clock.now() - openedAt) / 20),
      })),
    );
    for (let index = 0; index < seconds * 50; index += 1) {
      for (const { who, packets } of all) people.send(who, 'audio', packets[index] ?? {});
      clock.advance(20);
    }
  }

  /** Sends pictures of one colour, 25 a second; time moves with them. */
  function show(who: string, color: string, frames: number) {
    for (const packets of vp8Packets(vp8Picture(color, frames))) {
      for (const packet of packets) people.send(who, 'video', packet);
      clock.advance(40);
    }
  }

  it('mixes everybody, the agent too, into one file', async () => {
    open();
    const member = owner();
    people.setTrack('ada', 'audio', 'audio', true);
    people.addAgent('agent', 'Ember');
    await ask('start-recording', member, { layout: { preset: 'audio-only' } });
    await talk({ ada: 440, agent: 1_000 }, 2);
    await ask('stop-recording', member);
    const done = await recording();
    expect(done).toMatchObject({
      status: 'finished',
      type: 'cloud',
      duration: 2_000,
      startedBy: 'ada',
      callId: null,
      file: { name: 'audio.webm' },
    });
    expect(events()).toMatchObject([
      { change: 'started', recordingId: done.id, instanceId: 'default', startedBy: 'ada' },
      { change: 'stopped', recordingId: done.id, duration: 2_000 },
      { change: 'stored', recordingId: done.id, files: [done.file] },
    ]);
    expect(people.observers).toBe(0);
    if (host === null) return;
    const heard = loudness(path(done.id, 'audio.webm'), [440, 1_000, 2_500]);
    expect(heard[0]).toBeGreaterThan(-30);
    expect(heard[1]).toBeGreaterThan(-30);
    expect(heard[2]).toBeLessThan(-45);
  });

  it.skipIf(host === null)(
    `composes 1280x720 on dark blue with everybody's picture${withFfmpeg}`,
    async () => {
      open();
      const member = owner();
      people.setTrack('ada', 'audio', 'audio', true);
      people.setTrack('ada', 'video', 'video', true);
      people.join({ sessionId: 'bob' });
      // Real clocks count no whole milliseconds.
      clock.advance(0.3);
      await ask('start-recording', member, {
        width: 1_280,
        height: 720,
        backgroundColor: '#FF1F2D3D',
      });
      show('ada', 'red', 12);
      people.setTrack('bob', 'video', 'video', true);
      feature.onMemberChanged?.(member);
      // From here on Ada's picture stands still.
      show('bob', 'lime', 13);
      await talk({ ada: 440 }, 0.5);
      people.setTrack('ada', 'video', 'video', false);
      people.setTrack('bob', 'video', 'video', false);
      await talk({ ada: 440 }, 0.5);
      clock.advance(0.33);
      await ask('stop-recording', member);
      expect((await recording()).status).toBe('processing');
      await expect
        .poll(async () => (await recording()).status, {
          timeout: 60_000,
          interval: 200,
        })
        .not.toBe('processing');
      const done = await recording();
      expect(done).toMatchObject({ status: 'finished', duration: 2_000, errorMessage: null });
      const film = path(done.id, done.file?.name ?? '');
      expect(probe(film)).toMatchObject({
        width: 1_280,
        height: 720,
        duration: expect.closeTo(2, 1),
      });
      expect(colorAt(film, 0.25, 640, 360)).toEqual('red');
      expect(colorAt(film, 1, 320, 360)).toEqual('red');
      expect(colorAt(film, 1, 960, 360)).toEqual('green');
      expect(colorAt(film, 1, 640, 20)).toEqual('dark blue');
      expect(colorAt(film, 1.8, 640, 360)).toEqual('dark blue');
    },
    90_000,
  );

  it('keeps tracks as they were sent, each with its place in time', async () => {
    open();
    const member = owner();
    await ask('start-recording', member, { type: 'raw-tracks', instanceId: 'raw' });
    clock.advance(1_000);
    people.setTrack('ada', 'audio', 'audio', true);
    feature.onMemberChanged?.(member);
    await talk({ ada: 440 }, 1);
    people.setTrack('ada', 'audio', 'audio', false);
    clock.advance(500);
    await ask('stop-recording', member, { instanceId: 'raw' });
    const done = await recording();
    expect(done).toMatchObject({ status: 'finished', duration: 2_500, file: null });
    expect(done.tracks).toMatchObject([
      {
        name: '1-audio.webm',
        sessionId: 'ada',
        userName: 'Ada',
        track: 'audio',
        offset: 1_000,
        end: 1_980,
      },
    ]);
    if (host !== null) {
      const { start, codec } = probe(path(done.id, '1-audio.webm'));
      expect([start, codec]).toEqual([expect.closeTo(1, 2), 'opus']);
    }
  });

  it.skipIf(host === null)(
    `asks for a key frame after a loss, once a second, and goes on with it${withFfmpeg}`,
    async () => {
      open();
      const member = owner();
      people.setTrack('ada', 'video', 'video', true);
      await ask('start-recording', member, { type: 'raw-tracks' });
      const before = people.observed;
      const packets = vp8Packets(vp8Picture('testsrc', 60)).map((frame) => [...frame]);
      packets[5] = [];
      for (const frame of packets.slice(0, 50)) {
        for (const packet of frame) people.send('ada', 'video', packet);
        clock.advance(40);
        await Promise.resolve();
      }
      // 25 frames are a second, and the next key frame.
      expect(people.observed - before).toBe(1);
      await ask('stop-recording', member);
      expect((await recording()).tracks).toMatchObject([{ offset: 0, media: 'video' }]);
    },
  );

  it('refuses video where there is no ffmpeg, and records sound', async () => {
    open({ ffmpeg: null });
    const member = owner();
    await expect(ask('start-recording', member)).rejects.toMatchObject({
      code: 'not_configured',
      message: expect.stringContaining('ffmpeg'),
    });
    await ask('start-recording', member, { layout: { preset: 'audio-only' } });
    expect(events()).toHaveLength(1);
  });

  it.each([
    ['nobody special', {}, {}, false],
    ['an owner', { owner: true }, {}, true],
    [
      'one who administers everything',
      { permissions: { ...EVERYTHING, canAdmin: true } },
      {},
      true,
    ],
    [
      'one who administers streaming',
      { permissions: { ...EVERYTHING, canAdmin: ['streaming' as const] } },
      {},
      true,
    ],
    [
      'one who administers people',
      { permissions: { ...EVERYTHING, canAdmin: ['participants' as const] } },
      {},
      false,
    ],
    ['anybody where the room says so', {}, { enable_recording: 'cloud' as const }, true],
    ['anybody where the room says another kind', {}, { enable_recording: 'local' as const }, false],
  ])('lets record, or not: %s', async (_, person, config, allowed) => {
    open({ config });
    const member = people.join({ sessionId: 'eve', ...person });
    const asked = ask('start-recording', member, { layout: { preset: 'audio-only' } });
    if (allowed) await asked;
    else await expect(asked).rejects.toMatchObject({ code: 'not_allowed' });
    expect(people.events).toHaveLength(allowed ? 1 : 0);
  });

  it.each([true, false])(
    'records calls only where operator and assistant say so: %s',
    async (may) => {
      const callId = '4a4e7b60-3c3c-4e0e-8f0c-8f7a6d1c2b3a';
      open({ callId, mayRecordCall: may });
      const asked = ask('start-recording', owner(), { layout: { preset: 'audio-only' } });
      if (may) await asked;
      else await expect(asked).rejects.toMatchObject({ code: 'not_allowed' });
      if (may) expect((await recording()).callId).toBe(callId);
    },
  );

  it.each([
    [{ layout: { preset: 'custom' } }, 'layout.preset'],
    [{ layout: { preset: 'single-participant' } }, 'layout.session_id'],
    [{ type: 'raw-tracks', layout: { preset: 'portrait' } }, 'layout.preset'],
    [{ backgroundColor: 'blue' }, 'backgroundColor'],
  ])('refuses %j and names the field', async (params, field) => {
    open({ ffmpeg: { path: '/nowhere', mp4: true } });
    await expect(ask('start-recording', owner(), params)).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining(field),
    });
  });

  it('runs several, one of each name', async () => {
    open();
    const member = owner();
    const params = { layout: { preset: 'audio-only' } };
    await ask('start-recording', member, params);
    await expect(ask('start-recording', member, params)).rejects.toMatchObject({
      code: 'conflict',
    });
    await ask('start-recording', member, { ...params, instanceId: 'second' });
    await expect(ask('stop-recording', member, { instanceId: 'third' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await ask('stop-recording', member);
    expect(events().at(-1)).toMatchObject({ change: 'stored', instanceId: 'default' });
    const late = people.join({ sessionId: 'late' });
    feature.onMemberEntered?.(late, 'outside');
    expect(people.events.at(-1)).toMatchObject({
      to: 'late',
      event: { change: 'started', instanceId: 'second' },
    });
  });

  it('stops after its longest duration, and when the meeting ends', async () => {
    open();
    const member = owner();
    const params = { layout: { preset: 'audio-only' } };
    await ask('start-recording', member, { ...params, maxDuration: 2 });
    for (let step = 0; step < 10; step += 1) clock.advance(200);
    await expect.poll(() => changes()).toEqual(['started', 'stopped', 'stored']);
    await ask('start-recording', member, params);
    await feature.close?.();
    expect(changes().slice(3)).toEqual(['started', 'stopped', 'stored']);
    expect((await recording()).status).toBe('finished');
  });

  it('tells the room when the disk fails, and goes on living', async () => {
    open();
    const member = owner();
    await ask('start-recording', member, { type: 'raw-tracks' });
    const { id } = await recording();
    // The track's file cannot be made any more.
    await rm(join(folder, 'recordings', id), { recursive: true });
    people.setTrack('ada', 'audio', 'audio', true);
    feature.onMemberChanged?.(member);
    await talk({ ada: 440 }, 0.1);
    await expect.poll(() => changes()).toContain('stopped');
    expect(changes()).toEqual(['started', 'error', 'stopped', 'stored']);
    expect(events()[1]).toMatchObject({ errorMsg: expect.stringContaining('disk') });
    expect(await recording()).toMatchObject({ status: 'failed', errorMessage: expect.any(String) });
  });

  it('says so when ffmpeg fails, and keeps the sound', async () => {
    open({ ffmpeg: { path: '/bin/false', mp4: true } });
    const member = owner();
    await ask('start-recording', member);
    clock.advance(1_000);
    await ask('stop-recording', member);
    await expect.poll(async () => (await recording()).status).toBe('failed');
    expect((await recording()).file).toMatchObject({ name: 'audio.webm' });
    await expect.poll(() => events().at(-1)).toMatchObject({ change: 'error' });
  });

  it.skipIf(host === null)(
    `composes after the next start what a stop left${withFfmpeg}`,
    async () => {
      open();
      const member = owner();
      await ask('start-recording', member);
      clock.advance(1_000);
      await ask('stop-recording', member);
      await recordings.close();
      const { id, status } = await recording();
      expect(status).toBe('processing');
      open();
      await recordings.resume();
      await expect
        .poll(async () => (await store.read(id))?.status, { timeout: 60_000, interval: 200 })
        .toBe('finished');
      expect(probe(path(id, 'recording.mp4'))).toMatchObject({ width: 1_280, height: 720 });
    },
    90_000,
  );

  it('closes after a crash what the last process left', async () => {
    open();
    await ask('start-recording', owner(), { layout: { preset: 'audio-only' } });
    const { id } = await recording();
    await recordings.resume();
    expect(await store.read(id)).toMatchObject({
      status: 'failed',
      errorMessage: expect.any(String),
    });
  });

  it('keeps the time of recordings that are started at the same moment', async () => {
    open();
    const member = owner();
    const params = { layout: { preset: 'audio-only' }, maxDuration: 2 };
    await Promise.all([
      ask('start-recording', member, params),
      ask('start-recording', member, { ...params, instanceId: 'second' }),
    ]);
    expect(recordings.running).toBe(2);
    for (let step = 0; step < 10; step += 1) clock.advance(200);
    await expect.poll(() => recordings.running).toBe(0);
    expect((await store.list(orgId, { limit: 2 })).map((one) => one.duration)).toEqual([
      2_000, 2_000,
    ]);
  });

  it('starts none once the meeting ends, whatever was asked before', async () => {
    open();
    const member = owner();
    const before = await store.list(orgId, { limit: 100 });
    const asked = ask('start-recording', member, { layout: { preset: 'audio-only' } });
    const refused = expect(asked).rejects.toMatchObject({ code: 'room_ended' });
    await feature.close?.();
    await refused;
    expect(await store.list(orgId, { limit: 100 })).toHaveLength(before.length);
    expect([recordings.running, changes()]).toEqual([0, []]);
  });

  it('refuses where the disk is nearly full', async () => {
    open({ free: () => 999 });
    await expect(ask('start-recording', owner(), { type: 'raw-tracks' })).rejects.toMatchObject({
      code: 'not_configured',
      message: expect.stringContaining('RECORDING_MIN_FREE_MB'),
    });
    expect(recordings.running).toBe(0);
  });

  it('ends, and keeps what is there, when the disk fills', async () => {
    let free = 1_000;
    open({ free: () => free });
    const member = owner();
    people.setTrack('ada', 'audio', 'audio', true);
    await ask('start-recording', member, { layout: { preset: 'audio-only' } });
    await talk({ ada: 440 }, 0.5);
    free = 999;
    for (let step = 0; step < 25; step += 1) clock.advance(200);
    await expect.poll(() => changes()).toEqual(['started', 'error', 'stopped', 'stored']);
    expect(events()[1]).toMatchObject({ errorMsg: expect.stringContaining('nearly full') });
    expect(await recording()).toMatchObject({
      status: 'finished',
      errorMessage: expect.stringContaining('nearly full'),
      file: { name: 'audio.webm', size: expect.any(Number) },
    });
  });

  it.skipIf(host === null)(
    `makes no film for which there is no room, and keeps what it would be made from${withFfmpeg}`,
    async () => {
      let free = 1e9;
      open({ free: () => free });
      const member = owner();
      people.setTrack('ada', 'video', 'video', true);
      await ask('start-recording', member);
      show('ada', 'red', 25);
      free = 0;
      await ask('stop-recording', member);
      await expect.poll(() => changes()).toEqual(['started', 'stopped', 'error']);
      const { id, ...left } = await recording();
      expect(left).toMatchObject({
        status: 'failed',
        file: { name: 'audio.webm' },
        tracks: [{ name: '1-video.webm', sessionId: 'ada' }],
      });
      expect((await readdir(join(folder, 'recordings', id))).sort()).toEqual([
        '1-video.webm',
        'audio.webm',
        'manifest.json',
      ]);
    },
  );

  it('leaves nothing of one that could not be started', async () => {
    open({ blobFolder: join(folder, 'blobs') });
    const broken = { ...meeting, orgId: 'nobody' };
    feature = recordings.feature(broken);
    await expect(
      ask('start-recording', owner(), { layout: { preset: 'audio-only' } }),
    ).rejects.toMatchObject({ code: 'not_configured' });
    expect(await readdir(join(folder, 'blobs', 'recordings'))).toEqual([]);
    expect(recordings.running).toBe(0);
  });

  it('deletes with its files what is older than recordings are kept', async () => {
    open({ keepDays: 30 });
    const member = owner();
    await ask('start-recording', member, { layout: { preset: 'audio-only' } });
    clock.advance(1_000);
    await ask('stop-recording', member);
    const old = await recording();
    clock.advance(29 * 86_400_000);
    await ask('start-recording', member, { layout: { preset: 'audio-only' } });
    const young = await recording();
    await ask('stop-recording', member);
    await recordings.resume();
    expect(await store.read(old.id)).not.toBeNull();
    clock.advance(86_400_000);
    await expect.poll(() => store.read(old.id)).toBeNull();
    expect(await readdir(join(folder, 'recordings'))).toEqual([young.id]);
  });
});
