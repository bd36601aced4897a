import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpOut } from '../../platform/http-client/http-out.ts';
import { findFfmpeg } from '../tracks/ffmpeg.ts';
import { createBackgroundSounds } from './background-sounds.ts';

const host = await findFfmpeg(null, process.env.PATH);
const skipped = host === null ? ' (SKIPPED: there is no ffmpeg on PATH)' : '';

/** A tone as a WAV file of 8 kHz. */
function wave(seconds: number): Buffer {
  const data = Buffer.alloc(seconds * 16_000);
  for (let at = 0; at < data.length / 2; at++)
    data.writeInt16LE(Math.round(9_000 * Math.sin(at / 5)), 2 * at);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8_000, 24);
  head.writeUInt32LE(16_000, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

describe('background sounds', () => {
  let server: Server;
  let origin = '';
  let folder = '';
  const asked: string[] = [];
  const files: Record<string, Buffer> = {
    '/short.wav': wave(2),
    '/long.wav': wave(70),
    '/page.html': Buffer.from('<p>no sound</p>'),
    '/large.wav': Buffer.alloc(10 * 1_024 * 1_024 + 1),
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kindling-background-'));
    server = createServer(({ url = '' }, response) => {
      asked.push(url);
      response.writeHead(files[url] === undefined ? 404 : 200).end(files[url]);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const open = (ffmpeg = host, allowPrivate = true) =>
    createBackgroundSounds({ ffmpeg, cacheFolder: folder, http: createHttpOut({ allowPrivate }) });

  it('are an office, or none, without asking anybody', async () => {
    const find = open(null);
    expect([await find('office'), await find('off')]).toEqual(['office', null]);
    expect(asked).toEqual([]);
  });

  it.skipIf(host === null)(`are fetched once, and not kept as files${skipped}`, async () => {
    const find = open();
    const sound = await find(`${origin}/short.wav`);
    expect(sound).toHaveLength(2 * 16_000);
    expect(await find(`${origin}/short.wav`)).toBe(sound);
    expect(asked.filter((url) => url === '/short.wav')).toHaveLength(1);
    expect(await readdir(join(folder, 'background-sounds'))).toEqual([]);
  });

  it.skipIf(host === null)(`are a minute long at most${skipped}`, async () => {
    expect(await open()(`${origin}/long.wav`)).toHaveLength(60 * 16_000);
  });

  it.skipIf(host === null).each(['/missing.wav', '/page.html', '/large.wav'])(
    `are none where they cannot be had: %s${skipped}`,
    async (path) => {
      await expect(open()(`${origin}${path}`)).rejects.toThrow();
      expect(await readdir(join(folder, 'background-sounds'))).toEqual([]);
    },
  );

  it('are not fetched from this network, nor where nothing decodes them', async () => {
    asked.length = 0;
    const anything = { path: '/bin/false', mp4: false };
    await expect(open(anything, false)(`${origin}/short.wav`)).rejects.toThrow('open internet');
    await expect(open(null)(`${origin}/short.wav`)).rejects.toThrow('ffmpeg');
    expect(asked).toEqual([]);
  });
});
