import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeUpload } from './write-upload.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindling-upload-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('full-before-the-file-is-open: tells of a full disk what to do, and leaves nothing', async () => {
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  const stream = Readable.from(
    (async function* () {
      yield Buffer.from('begun');
      throw full;
    })(),
  );
  await expect(writeUpload(stream, folder)).rejects.toMatchObject({
    code: 'quota_exceeded',
    message: 'The disk of this server is full. Delete something first.',
  });
  expect(await readdir(folder)).toEqual([]);
});
