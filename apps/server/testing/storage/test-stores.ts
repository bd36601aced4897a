import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BlobStore } from '../../src/platform/storage/blob-store.ts';
import { createFolderBlobs } from '../../src/platform/storage/folder-blobs.ts';

export interface TestStore {
  readonly name: string;
  /** Why it cannot be tested here; null when it can. */
  readonly missing: string | null;
  /** An empty one. */
  open(): Promise<OpenTestStore>;
}

export interface OpenTestStore {
  readonly blobs: BlobStore;
  close(): Promise<void>;
}

/** Each kind of blob store, for what all of them do. */
export const testStores: readonly TestStore[] = [
  { name: 'a folder', missing: null, open: openTestFolder },
];

async function openTestFolder(): Promise<OpenTestStore> {
  const folder = await mkdtemp(join(tmpdir(), 'kindling-store-'));
  return {
    blobs: createFolderBlobs(folder),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
