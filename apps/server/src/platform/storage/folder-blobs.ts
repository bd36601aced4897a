import { randomUUID } from 'node:crypto';
import { createReadStream, type Dirent } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isAbsent } from '../data-folder/if-there.ts';
import {
  type BlobInfo,
  type BlobStore,
  checkKey,
  checkPrefix,
  isKey,
  limitBytes,
  type PutOptions,
} from './blob-store.ts';

/** What a crash leaves of a blob that was being written ends so. */
const UNFINISHED = '.part';

/** Blobs as files below a folder of this machine; a key is the path. */
export function createFolderBlobs(folder: string): BlobStore {
  const pathOf = (key: string) => join(folder, checkKey(key));

  async function put(
    key: string,
    content: Readable | Uint8Array,
    { maxBytes = Number.POSITIVE_INFINITY, signal }: PutOptions = {},
  ): Promise<number> {
    const path = pathOf(key);
    const unfinished = `${path}.${randomUUID()}${UNFINISHED}`;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    try {
      const file = await open(unfinished, 'wx', 0o600);
      const target = file.createWriteStream({ flush: true });
      const source = content instanceof Readable ? content : Readable.from([content]);
      await pipeline(source, limitBytes(maxBytes), target, { ...(signal && { signal }) });
      await rename(unfinished, path);
      return target.bytesWritten;
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  return {
    description: `the folder ${folder}`,
    folder,
    put,
    async putFile(key, path, signal) {
      await mkdir(dirname(pathOf(key)), { recursive: true, mode: 0o700 });
      try {
        await rename(path, pathOf(key));
      } catch (error) {
        if (!isOfAnotherDisk(error)) throw error;
        await put(key, createReadStream(path), { ...(signal && { signal }) });
        await rm(path, { force: true });
      }
    },
    async get(key, range) {
      const file = await ifThere(open(pathOf(key)));
      if (file === null) return null;
      const known = await file.stat();
      if (!known.isFile()) {
        await file.close();
        return null;
      }
      const { size } = known;
      // Without an end it would read what is being written meanwhile.
      const { start, end } = range ?? { start: 0, end: size - 1 };
      if (start < size) return { size, content: file.createReadStream({ start, end }) };
      await file.close();
      return { size, content: Readable.from([]) };
    },
    async head(key) {
      const known = await ifThere(stat(pathOf(key)));
      if (known === null || !known.isFile()) return null;
      return { key, size: known.size, modifiedAt: known.mtime };
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    // Again where something is written into it meanwhile: a film being made.
    removeAll: (prefix) =>
      rm(join(folder, checkPrefix(prefix)), { recursive: true, force: true, maxRetries: 3 }),
    async *list(prefix) {
      for await (const info of walk(folder, checkPrefix(prefix)))
        if (isKey(info.key) && !info.key.endsWith(UNFINISHED)) yield info;
    },
    async removeUnfinished(prefix, before) {
      let removed = 0;
      for await (const { key, modifiedAt } of walk(folder, checkPrefix(prefix))) {
        if (!key.endsWith(UNFINISHED) || modifiedAt >= before) continue;
        await rm(join(folder, key), { force: true });
        removed += 1;
      }
      return removed;
    },
  };
}

/** Every file below a prefix. */
async function* walk(folder: string, prefix: string): AsyncGenerator<BlobInfo> {
  const reading: Promise<Dirent[]> = readdir(join(folder, prefix), { withFileTypes: true });
  for (const entry of (await ifThere(reading)) ?? []) {
    const key = prefix + entry.name;
    if (entry.isDirectory()) yield* walk(folder, `${key}/`);
    if (!entry.isFile()) continue;
    const known = await ifThere(stat(join(folder, key)));
    if (known !== null) yield { key, size: known.size, modifiedAt: known.mtime };
  }
}

async function ifThere<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

function isOfAnotherDisk(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EXDEV';
}
