import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFolderBlobs } from './folder-blobs.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindling-folder-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('finds files that were there before it, by their paths', async () => {
  await mkdir(join(folder, 'files', 'org'), { recursive: true });
  await writeFile(join(folder, 'files', 'org', 'key.txt'), 'text');
  const blobs = createFolderBlobs(folder);
  expect(await blobs.head('files/org/key.txt')).toMatchObject({ size: 4 });
  await blobs.put('files/org/other', Buffer.from('x'));
  expect((await readdir(join(folder, 'files', 'org'))).sort()).toEqual(['key.txt', 'other']);
});

it.skipIf(process.platform === 'win32')('keeps files to the user of the server', async () => {
  await createFolderBlobs(folder).put('files/org/key', Buffer.from('x'));
  expect((await stat(join(folder, 'files', 'org'))).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, 'files', 'org', 'key'))).mode & 0o777).toBe(0o600);
});

it('lists no blob before it is whole, and removes what a crash left of one', async () => {
  const blobs = createFolderBlobs(folder);
  const seen: string[] = [];
  async function* content() {
    yield Buffer.from('first');
    for await (const { key } of blobs.list('files/')) seen.push(key);
    seen.push(...(await readdir(join(folder, 'files', 'org'))));
    yield Buffer.from('second');
  }
  await blobs.put('files/org/key', Readable.from(content()));
  expect(seen).toEqual([expect.stringMatching(/^key\..+\.part$/)]);
  await writeFile(join(folder, 'files', 'org', 'left.part'), 'half');
  const hour = 3_600_000;
  expect(await blobs.removeUnfinished('files/', new Date(Date.now() - hour))).toBe(0);
  expect(await blobs.removeUnfinished('files/', new Date(Date.now() + hour))).toBe(1);
  expect(await readdir(join(folder, 'files', 'org'))).toEqual(['key']);
});

it('passes over what people put into its folder', async () => {
  await mkdir(join(folder, 'files', 'org'), { recursive: true });
  await writeFile(join(folder, 'files', 'org', '.DS_Store'), 'x');
  const keys = [];
  for await (const { key } of createFolderBlobs(folder).list('files/')) keys.push(key);
  expect(keys).toEqual([]);
});
