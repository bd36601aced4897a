import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenTestStore, testStores } from '../../../testing/storage/test-stores.ts';
import { type BlobStore, BlobTooLargeError, readBlob } from './blob-store.ts';

/** More than any store takes in one piece. */
const LARGE = 21_000_000;
const YEAR = 31_536_000_000;

describe.each(testStores)('blobs in $name', ({ missing, open }) => {
  describe.skipIf(missing !== null)('as all stores', () => {
    let store: OpenTestStore;
    let blobs: BlobStore;
    let folder: string;
    beforeAll(async () => {
      store = await open();
      blobs = store.blobs;
      folder = await mkdtemp(join(tmpdir(), 'kindling-blobs-'));
    });
    afterAll(async () => {
      await store?.close();
      await rm(folder, { recursive: true, force: true });
    });

    const read = async (key: string) => (await readBlob(blobs, key))?.toString() ?? null;
    const keysBelow = async (prefix: string) => {
      const keys = [];
      for await (const { key } of blobs.list(prefix)) keys.push(key);
      return keys.toSorted();
    };
    async function* pieces(total: number, fault?: Error) {
      for (let sent = 0; sent < total; sent += 1_000_000) yield Buffer.alloc(1_000_000, 'a');
      if (fault !== undefined) throw fault;
    }

    it('keeps what was put, and says how much it is', async () => {
      expect(await blobs.put('files/org/one', Buffer.from('hello'))).toBe(5);
      expect(await read('files/org/one')).toBe('hello');
      const info = await blobs.head('files/org/one');
      expect(info).toMatchObject({ key: 'files/org/one', size: 5 });
      expect(Math.abs(Date.now() - (info?.modifiedAt.getTime() ?? 0))).toBeLessThan(60_000);
    });

    it('keeps nothing as what it is', async () => {
      expect(await blobs.put('files/org/empty', Buffer.alloc(0))).toBe(0);
      expect(await blobs.head('files/org/empty')).toMatchObject({ size: 0 });
      expect(await read('files/org/empty')).toBe('');
    });

    it('takes another content for a key', async () => {
      await blobs.put('files/org/two', Buffer.from('first'));
      await blobs.put('files/org/two', Buffer.from('2nd'));
      expect(await read('files/org/two')).toBe('2nd');
    });

    it('keeps one of several that are put at once, whole', async () => {
      const contents = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(300_000));
      await Promise.all(contents.map((text) => blobs.put('files/org/race', Buffer.from(text))));
      expect(contents).toContain(await read('files/org/race'));
      expect(await keysBelow('files/org/')).toContain('files/org/race');
    });

    it('streams what is large, and gives ranges of it', async () => {
      const content = randomBytes(LARGE);
      const halves = [content.subarray(0, LARGE / 2), content.subarray(LARGE / 2)];
      expect(await blobs.put('recordings/id/film.mp4', Readable.from(halves))).toBe(LARGE);
      const part = async (start: number, end: number) => {
        const blob = await blobs.get('recordings/id/film.mp4', { start, end });
        expect(blob?.size).toBe(LARGE);
        const chunks = [];
        for await (const chunk of blob?.content ?? []) chunks.push(chunk);
        return Buffer.concat(chunks);
      };
      expect((await part(0, 3)).equals(content.subarray(0, 4))).toBe(true);
      const middle = LARGE / 2;
      expect((await part(middle, middle)).equals(content.subarray(middle, middle + 1))).toBe(true);
      expect((await part(LARGE - 2, LARGE + 99)).equals(content.subarray(LARGE - 2))).toBe(true);
      const whole = await readBlob(blobs, 'recordings/id/film.mp4');
      expect(whole?.equals(content)).toBe(true);
    });

    it('keeps nothing of what is too large', async () => {
      const sent = Readable.from(pieces(30_000_000));
      const put = blobs.put('files/org/long', sent, { maxBytes: 20_000_000 });
      await expect(put).rejects.toThrow(BlobTooLargeError);
      expect(await blobs.head('files/org/long')).toBeNull();
      expect(await blobs.put('files/org/fits', Buffer.from('four'), { maxBytes: 4 })).toBe(4);
    });

    it('keeps nothing of what breaks off, and leaves what was there', async () => {
      await blobs.put('files/org/kept', Buffer.from('before'));
      for (const total of [2_000_000, 20_000_000]) {
        const broken = Readable.from(pieces(total, new Error('gone')));
        await expect(blobs.put('files/org/kept', broken)).rejects.toThrow('gone');
      }
      expect(await read('files/org/kept')).toBe('before');
      expect(await blobs.removeUnfinished('files/', new Date(Date.now() + YEAR))).toBe(0);
    });

    it('keeps nothing of what is given up', async () => {
      const stop = new AbortController();
      async function* endless() {
        yield Buffer.alloc(100_000);
        stop.abort(new Error('given up'));
        yield* pieces(10_000_000);
      }
      const put = blobs.put('files/org/stopped', Readable.from(endless()), { signal: stop.signal });
      await expect(put).rejects.toThrow();
      expect(await blobs.head('files/org/stopped')).toBeNull();
    });

    it('takes files of this machine', async () => {
      for (const [name, size] of [
        ['small', 10],
        ['large', LARGE],
      ] as const) {
        const path = join(folder, name);
        await writeFile(path, Buffer.alloc(size, 'x'));
        await blobs.putFile(`recordings/moved/${name}`, path);
        expect(await blobs.head(`recordings/moved/${name}`)).toMatchObject({ size });
      }
      expect(await readdir(folder)).toEqual([]);
      await expect(blobs.putFile('recordings/moved/none', join(folder, 'none'))).rejects.toThrow();
    });

    it('has nothing under other keys', async () => {
      expect(await blobs.get('files/org/none')).toBeNull();
      expect(await blobs.head('files/org/none')).toBeNull();
      // What other keys begin with.
      expect(await blobs.get('files/org')).toBeNull();
      expect(await blobs.head('files/org')).toBeNull();
    });

    it('removes one, and what is not there', async () => {
      await blobs.put('files/org/gone', Buffer.from('x'));
      for (let times = 0; times < 2; times += 1) await blobs.remove('files/org/gone');
      expect(await blobs.get('files/org/gone')).toBeNull();
    });

    it('lists and removes what is below a prefix, and nothing beside it', async () => {
      const keys = ['lists/a/1', 'lists/a/2.txt', 'lists/a/deep/3', 'lists/ab/4'];
      for (const key of keys) await blobs.put(key, Buffer.from(key));
      expect(await keysBelow('lists/')).toEqual(keys);
      expect(await keysBelow('lists/a/')).toEqual(keys.slice(0, 3));
      for await (const { key, size, modifiedAt } of blobs.list('lists/')) {
        expect(size).toBe(key.length);
        expect(modifiedAt).toBeInstanceOf(Date);
      }
      await blobs.removeAll('lists/a/');
      await blobs.removeAll('lists/none/');
      expect(await keysBelow('lists/')).toEqual(['lists/ab/4']);
      expect(await keysBelow('nothing/')).toEqual([]);
    });

    it.each([
      ...['one', '/files/one', 'files//one', 'files/', '../one/two', 'files/../one'],
      ...['files/./one', 'files/.hidden', 'files\\one', 'files/o\u0000ne', ''],
    ])('refuses “%s” as a key', async (key) => {
      await expect(async () => blobs.put(key, Buffer.from('x'))).rejects.toThrow(TypeError);
      await expect(async () => blobs.get(key)).rejects.toThrow(TypeError);
      await expect(async () => blobs.remove(key)).rejects.toThrow(TypeError);
    });

    it.each(['', 'files', '/', '../', 'files/../'])('refuses “%s” as a prefix', async (prefix) => {
      await expect(async () => blobs.removeAll(prefix)).rejects.toThrow(TypeError);
      await expect(keysBelow(prefix)).rejects.toThrow(TypeError);
    });
  });
});
