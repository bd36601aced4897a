import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { readConfig } from '../../src/platform/config/config.ts';
import type { BlobStore } from '../../src/platform/storage/blob-store.ts';
import { createFolderBlobs } from '../../src/platform/storage/folder-blobs.ts';
import { createS3Blobs } from '../../src/platform/storage/s3-blobs.ts';
import type { S3Settings } from '../../src/platform/storage/s3-settings.ts';

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

const url = process.env.TEST_STORAGE_URL;

const s3Store: TestStore = {
  name: url ? 'a bucket' : 'a bucket (SKIPPED: TEST_STORAGE_URL is not set)',
  missing: url ? null : 'TEST_STORAGE_URL is not set',
  open: openTestS3,
};

/** Each kind of blob store, for what all of them do. */
export const testStores: readonly TestStore[] = [
  { name: 'a folder', missing: null, open: openTestFolder },
  s3Store,
];

/** For what is done only where blobs are not below the folder of the server. */
export const remoteStores: readonly TestStore[] = [
  { name: 'a folder elsewhere', missing: null, open: openElsewhere },
  s3Store,
];

async function openTestFolder(): Promise<OpenTestStore> {
  const folder = await mkdtemp(join(tmpdir(), 'kindling-store-'));
  return {
    blobs: createFolderBlobs(folder),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A folder that no configuration names, as a stand-in for a store on the network. */
async function openElsewhere(): Promise<OpenTestStore> {
  const { blobs, close } = await openTestFolder();
  return { blobs: { ...blobs, folder: null }, close };
}

/** Settings of a place in the test run's bucket that nobody else uses. */
export function testS3Settings(): S3Settings {
  const { storage } = readConfig({ STORAGE_URL: `${url}` });
  if (storage === null) throw new Error('TEST_STORAGE_URL is empty');
  return { ...storage, prefix: `${storage.prefix}${randomUUID()}/` };
}

async function openTestS3(): Promise<OpenTestStore> {
  const blobs = createS3Blobs(testS3Settings(), { log: pino({ level: 'silent' }) });
  return { blobs, close: async () => blobs.close() };
}
