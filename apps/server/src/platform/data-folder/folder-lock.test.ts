import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFolder } from './folder-lock.ts';

describe('lockFolder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kindling-lock-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('holds a folder until it is released, and leaves nothing', async () => {
    const lock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toMatchObject({ code: 'data_folder_in_use' });
    await lock.release();
    await (await lockFolder(folder)).release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['a dead process', JSON.stringify({ pid: 2 ** 30, started: null })],
    ['a reused process number', JSON.stringify({ pid: 1, started: 'earlier' })],
    ['nobody readable', 'half a li'],
  ])('takes over from %s', async (_, content) => {
    writeFileSync(join(folder, 'server.lock'), content);
    const lock = await lockFolder(folder);
    await lock.release();
  });

  it('gives the folder to one of many', async () => {
    const claims = await Promise.allSettled([1, 2, 3, 4, 5].map(() => lockFolder(folder)));
    expect(claims.filter((claim) => claim.status === 'fulfilled')).toHaveLength(1);
  });
});
