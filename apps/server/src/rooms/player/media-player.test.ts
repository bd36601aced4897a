import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RoomMember } from '@kindling/media';
import type { RoomEvent, RoomRequestName } from '@kindling/protocol/room';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createManualClock, type ManualClock } from '../../../testing/server/manual-clock.ts';
import { isPublicAddress } from '../../platform/http-client/public-address.ts';
import type { MeetingContext, MeetingFeature } from '../meetings/request-handlers.ts';
import { type Ffmpeg, findFfmpeg } from '../tracks/ffmpeg.ts';
import { createObservedRoom, type ObservedRoom } from '../tracks/testing/observed-room.ts';
import { createMediaPlayerFeature } from './media-player-feature.ts';

const host = await findFfmpeg(null, process.env.PATH);
const skipped = host === null ? ' (SKIPPED: there is no ffmpeg on PATH)' : '';

describe('remote media player', () => {
  let server: Server;
  let origin: string;
  let folder: string;
  let clock: ManualClock;
  let people: ObservedRoom;
  let meeting: MeetingContext;
  let feature: MeetingFeature;
  let logged: string[];
  const files = new Map<string, Buffer>();

  beforeAll(async () => {
    server = createServer((request, response) => {
      const path = request.url ?? '';
      if (path.startsWith('/to?')) response.writeHead(302, { location: path.slice(4) }).end();
      else if (path === '/never') response.writeHead(200).write('x');
      else response.writeHead(files.has(path) ? 200 : 404).end(files.get(path));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    files.set('/page.html', Buffer.from('<p>not media</p>'));
    files.set(
      '/list.m3u8',
      Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n'),
    );
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kindling-player-'));
  });
  afterEach(async () => {
    await feature.close?.();
    await rm(folder, { recursive: true, force: true });
  });

  interface Setting {
    readonly ffmpeg?: Ffmpeg | null;
    readonly origins?: readonly string[];
    readonly isAllowedAddress?: (address: string) => boolean;
  }

  function open(setting: Setting = {}): RoomMember {
    clock = createManualClock();
    people = createObservedRoom();
    logged = [];
    meeting = {
      room: people.room,
      meetingId: 'meeting',
      orgId: 'org',
      config: {},
      clock,
      log: pino({ level: 'warn' }, { write: (line) => void logged.push(line) }),
    };
    feature = createMediaPlayerFeature({
      ffmpeg: host,
      origins: [origin],
      cacheFolder: folder,
      isAllowedAddress: () => true,
      ...setting,
    })(meeting);
    return people.join({ sessionId: 'ada', owner: true });
  }

  async function ask(method: RoomRequestName, member: RoomMember, params: object) {
    return feature.handlers[method]?.({ meeting, member, params: params as never });
  }

  const events = () =>
    people.events.flatMap(({ event }) => (event.type === 'media-player' ? [event] : []));
  const source = () => {
    const [one] = people.players;
    if (one === undefined) throw new Error('no source was made');
    return one;
  };

  /** Lets time pass, with what was written being played, until it is as expected. */
  async function playUntil(expected: () => void): Promise<void> {
    await vi.waitFor(
      () => {
        clock.advance(20);
        source().play(960);
        expected();
      },
      { timeout: 20_000, interval: 5 },
    );
  }

  function makeMedia(name: string, ...args: string[]): void {
    const { stdout } = spawnSync('ffmpeg', ['-loglevel', 'error', ...args, '-f', 'matroska', '-'], {
      maxBuffer: 64 * 1_024 * 1_024,
    });
    files.set(`/${name}`, stdout);
  }
  /** Puts a folder in the place of what was fetched: the player cannot delete it. */
  async function holdFetched(): Promise<void> {
    const fetched = join(folder, 'media-player');
    await expect.poll(() => readdir(fetched).catch(() => [])).toHaveLength(1);
    const [name = ''] = await readdir(fetched);
    await rm(join(fetched, name));
    await mkdir(join(fetched, name, 'held'), { recursive: true });
  }
  const saidNotDeleted = () => logged.filter((line) => line.includes('played media not deleted'));

  const sound = ['-f', 'lavfi', '-i', 'sine=frequency=500:duration=2'];
  const picture = ['-f', 'lavfi', '-i', 'color=red:s=320x180:r=25:d=2'];

  it.skipIf(host === null)(
    `plays sound and pictures in step, to their end${skipped}`,
    async () => {
      makeMedia('both.mkv', ...sound, ...picture, '-c:v', 'libvpx', '-c:a', 'libopus');
      const member = open();
      const answer = await ask('start-media-player', member, { url: `${origin}/both.mkv` });
      expect(answer).toEqual({
        sessionId: 'player',
        player: { state: 'playing', settings: { state: 'play', volume: 1 } },
      });
      await playUntil(() => expect(source().left).toBe(true));
      const samples = source().pcm.reduce((sum, { length }) => sum + length, 0);
      expect(samples / 48_000).toBeCloseTo(2, 1);
      const times = source().frames.map(({ time }) => time);
      expect(times.length).toBeGreaterThan(45);
      expect(times).toEqual([...times].sort((a, b) => a - b));
      expect(source().tracks).toEqual({ audio: true, video: true });
      expect(events().map(({ change, reason }) => [change, reason])).toEqual([
        ['started', undefined],
        ['updated', undefined],
        ['stopped', 'EOS'],
      ]);
      await expect.poll(() => readdir(join(folder, 'media-player'))).toEqual([]);
    },
    40_000,
  );

  it.skipIf(host === null)(
    `shows the pictures that go on behind the sound: sound-ends-first${skipped}`,
    async () => {
      const short = ['-f', 'lavfi', '-i', 'sine=frequency=500:duration=1'];
      makeMedia('short.mkv', ...short, ...picture, '-c:v', 'libvpx', '-c:a', 'libopus');
      await ask('start-media-player', open(), { url: `${origin}/short.mkv` });
      await playUntil(() => expect(source().left).toBe(true));
      expect(source().frames.at(-1)?.time).toBeGreaterThan(1_900);
    },
    40_000,
  );

  it.skipIf(host === null)(`pauses, goes on, and changes the volume${skipped}`, async () => {
    makeMedia('sound.mkv', ...sound, '-c:a', 'libopus');
    const member = open();
    await ask('start-media-player', member, {
      url: `${origin}/sound.mkv`,
      settings: { state: 'pause', volume: 0.5 },
    });
    expect([source().paused, source().gains[0]]).toEqual([true, 0.5]);
    const answer = await ask('update-media-player', member, {
      sessionId: 'player',
      settings: { state: 'play', volume: 2 },
    });
    expect(answer).toMatchObject({ player: { state: 'playing', settings: { volume: 2 } } });
    expect([source().paused, source().gains.at(-1)]).toEqual([false, 2]);
    await playUntil(() => expect(source().pcm.length).toBeGreaterThan(2));
    expect(source().tracks).toEqual({ audio: true, video: false });
    await ask('stop-media-player', member, { sessionId: 'player' });
    expect(events().at(-1)).toMatchObject({
      change: 'stopped',
      reason: 'stopped-by-peer',
      by: 'ada',
    });
    expect(source().left).toBe(true);
    await expect(ask('stop-media-player', member, { sessionId: 'player' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it.skipIf(host === null)(`stops what it cannot delete${skipped}`, async () => {
    makeMedia('held.mkv', ...sound, '-c:a', 'libopus');
    const member = open();
    await ask('start-media-player', member, {
      url: `${origin}/held.mkv`,
      settings: { state: 'pause' },
    });
    await holdFetched();
    await ask('stop-media-player', member, { sessionId: 'player' });
    expect(source().left).toBe(true);
    await expect.poll(saidNotDeleted).toHaveLength(1);
  });

  it('says what was wrong with what it cannot delete', async () => {
    const member = open({ ffmpeg: { path: '/bin/false', mp4: true } });
    const asked = ask('start-media-player', member, { url: `${origin}/never` });
    const outcome = expect(asked).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('broke off'),
    });
    await holdFetched();
    server.closeAllConnections();
    await outcome;
    expect(source().left).toBe(true);
    expect(events().at(-1)).toMatchObject({ change: 'stopped', reason: 'EOS' });
    expect(saidNotDeleted()).toHaveLength(1);
  });

  it.each([
    ['a page', '/page.html', 'bad_request'],
    ['a playlist that names files of this host', '/list.m3u8', 'bad_request'],
    ['what is not there', '/nothing', 'bad_request'],
    ['a redirect to elsewhere', '/to?http://elsewhere.example/x', 'not_allowed'],
    ['a redirect to a file', '/to?file:///etc/passwd', 'bad_request'],
    ['redirects without end', '/to?/to?/to?/to?/to?/to?/to?/to?/page.html', 'bad_request'],
  ])('refuses %s', async (_, path, code) => {
    const member = open({ ffmpeg: host ?? { path: '/bin/false', mp4: true } });
    await expect(ask('start-media-player', member, { url: origin + path })).rejects.toMatchObject({
      code,
      message: expect.stringContaining('url: '),
    });
    expect(source().left).toBe(true);
  });

  it.each([
    ['another origin', { url: 'https://elsewhere.example/a.mp4' }, 'not_allowed'],
    ['a file', { url: 'file:///etc/passwd' }, 'bad_request'],
    ['no url', { url: 'hello' }, 'bad_request'],
  ])('refuses %s before asking anybody', async (_, params, code) => {
    const member = open({ ffmpeg: { path: '/bin/false', mp4: true } });
    await expect(ask('start-media-player', member, params)).rejects.toMatchObject({ code });
    expect(people.players).toEqual([]);
  });

  it('refuses the own network, by address and by name', async () => {
    const named = origin.replace('127.0.0.1', 'localhost');
    const member = open({
      ffmpeg: { path: '/bin/false', mp4: true },
      isAllowedAddress: isPublicAddress,
      origins: [origin, named],
    });
    for (const url of [`${origin}/page.html`, `${named}/page.html`]) {
      await expect(ask('start-media-player', member, { url })).rejects.toMatchObject({
        code: 'not_allowed',
        message: expect.stringContaining('open internet'),
      });
    }
  });

  it.each([
    ['ffmpeg', { ffmpeg: null }],
    ['MEDIA_PLAYER_ORIGINS', { origins: [], ffmpeg: { path: '/bin/false', mp4: true } }],
  ])('says that %s is missing', async (words, setting) => {
    const member = open(setting);
    const asked = ask('start-media-player', member, { url: `${origin}/a` });
    await expect(asked).rejects.toMatchObject({
      code: 'not_configured',
      message: expect.stringContaining(words),
    });
  });

  it('is for those who may', async () => {
    open({ ffmpeg: { path: '/bin/false', mp4: true } });
    const guest = people.join({ sessionId: 'eve' });
    await expect(
      ask('start-media-player', guest, { url: `${origin}/page.html` }),
    ).rejects.toMatchObject({ code: 'not_allowed' });
  });

  it('lets go of everything when the meeting ends while it is fetching', async () => {
    const member = open({ ffmpeg: { path: '/bin/false', mp4: true } });
    const asked = ask('start-media-player', member, { url: `${origin}/never` });
    const outcome = expect(asked).rejects.toMatchObject({ code: 'bad_request' });
    await feature.close?.();
    await outcome;
    expect(source().left).toBe(true);
    expect(events().at(-1)).toMatchObject({ change: 'stopped' } satisfies Partial<RoomEvent>);
  });
});

describe('isPublicAddress', () => {
  it.each(['8.8.8.8', '93.184.216.34', '2606:4700::1111'])('takes %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
  it.each([
    ...['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.169.254', '0.0.0.0'],
    ...['100.64.0.1', '224.0.0.1', '255.255.255.255', '::1', '::', 'fe80::1', 'fc00::1'],
    ...['::ffff:127.0.0.1', '2002:7f00:1::', '64:ff9b::7f00:1', 'ff02::1'],
  ])('refuses %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
