import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createWebmFile } from './webm-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindling-webm-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const track = { media: 'audio', channels: 1, preSkip: 0 } as const;

it('gives up, once, when the disk takes less than comes', async () => {
  const onFault = vi.fn();
  const file = createWebmFile({ path: join(folder, 'a.webm'), track, onFault });
  // No turn of the event loop in between: nothing is written meanwhile.
  for (let second = 0; second < 400; second += 1) {
    file.write(second * 1_000, new Uint8Array(200_000), true);
  }
  expect(onFault).toHaveBeenCalledOnce();
  // The disk had no chance to take anything; what waited is dropped.
  expect((await file.close()).size).toBe(0);
});
