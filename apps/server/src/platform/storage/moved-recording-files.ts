import { randomUUID } from 'node:crypto';
import { constants, createWriteStream } from 'node:fs';
import { copyFile, mkdir, open, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isAbsent, listIfThere } from '../data-folder/if-there.ts';
import type { OpenBlob } from './blob-store.ts';
import {
  type RecordingFiles,
  type RecordingFilesOptions,
  recordingFolder,
  recordingKey,
  recordingPrefix,
} from './recording-files.ts';

/**
 * Of recordings that are written here and kept elsewhere. A file is removed here only once it is
 * stored there, so it is in one of both at any moment: looked for here first.
 */
export function createMovedRecordingFiles(options: RecordingFilesOptions): RecordingFiles {
  const { blobs, workFolder } = options;
  const folder = (id: string) => recordingFolder(workFolder, id);
  const pathOf = (id: string, name: string) => join(folder(id), name);

  return {
    folder,
    async make(id) {
      await mkdir(folder(id), { recursive: true, mode: 0o700 });
      return folder(id);
    },
    async head(id, name) {
      const local = await stat(pathOf(id, name)).catch(() => null);
      return local?.isFile() === true ? local : blobs.head(recordingKey(id, name));
    },
    async get(id, name, range) {
      const local = await openLocal(pathOf(id, name), range);
      return local ?? blobs.get(recordingKey(id, name), range);
    },
    async derive(id, { name, sources, write }) {
      const scratch = join(derivingFolder(workFolder), randomUUID());
      await mkdir(scratch, { recursive: true, mode: 0o700 });
      try {
        for (const source of sources) await fetchSource(options, { id, name: source, scratch });
        await write(scratch, name);
        await blobs.putFile(recordingKey(id, name), join(scratch, name));
      } finally {
        await rm(scratch, { recursive: true, force: true });
      }
    },
    // Another server may have it.
    mayHaveFiles: async () => true,
    async remove(id) {
      await rm(folder(id), { recursive: true, force: true, maxRetries: 3 });
      await blobs.removeAll(recordingPrefix(id));
    },
    unmoved: {
      list: () => listIfThere(join(workFolder, 'recordings')),
      async move(id, signal) {
        for (const name of await listIfThere(folder(id))) {
          signal.throwIfAborted();
          await blobs.putFile(recordingKey(id, name), pathOf(id, name), signal);
        }
        await rmdir(folder(id)).catch((error: unknown) => {
          if (!isAbsent(error)) throw error;
        });
      },
    },
  };
}

/** Where parts of recordings are made; what a crash leaves there is removed at the next start. */
export const derivingFolder = (workFolder: string): string => join(workFolder, 'deriving');

async function openLocal(
  path: string,
  { start, end }: { readonly start: number; readonly end: number },
): Promise<OpenBlob | null> {
  try {
    // What is open can be read to its end, also where it is moved meanwhile.
    const file = await open(path);
    const { size } = await file.stat();
    return { size, content: file.createReadStream({ start, end }) };
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

interface Fetched {
  readonly id: string;
  readonly name: string;
  readonly scratch: string;
}

/** Puts a file of a recording into the folder in which something is made of it. */
async function fetchSource(
  { blobs, workFolder }: RecordingFilesOptions,
  { id, name, scratch }: Fetched,
): Promise<void> {
  const path = join(scratch, name);
  try {
    // A copy, which most disks make at once: it may be moved meanwhile.
    const local = join(recordingFolder(workFolder, id), name);
    return await copyFile(local, path, constants.COPYFILE_FICLONE);
  } catch (error) {
    if (!isAbsent(error)) throw error;
  }
  const blob = await blobs.get(recordingKey(id, name));
  if (blob === null) throw new Error(`${name} of a recording is not there.`);
  await pipeline(blob.content, createWriteStream(path, { mode: 0o600 }));
}
