import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobStore } from './blob-store.ts';
import {
  type RecordingFiles,
  recordingFolder,
  recordingKey,
  recordingPrefix,
} from './recording-files.ts';

/** Of recordings that are kept where they are written: below `blobFolder`, the store's own. */
export function createLocalRecordingFiles(blobFolder: string, blobs: BlobStore): RecordingFiles {
  const folder = (id: string) => recordingFolder(blobFolder, id);
  return {
    folder,
    async make(id) {
      await mkdir(folder(id), { recursive: true, mode: 0o700 });
      return folder(id);
    },
    head: (id, name) => blobs.head(recordingKey(id, name)),
    get: (id, name, range) => blobs.get(recordingKey(id, name), range),
    async derive(id, { name, write }) {
      // Written under a temporary name, so that the final name always means a complete file.
      const unfinished = `${name}.part`;
      try {
        await write(folder(id), unfinished);
        await rename(join(folder(id), unfinished), join(folder(id), name));
      } catch (error) {
        await rm(join(folder(id), unfinished), { force: true });
        throw error;
      }
    },
    mayHaveFiles: async (id) => (await stat(folder(id)).catch(() => null)) !== null,
    remove: (id) => blobs.removeAll(recordingPrefix(id)),
    unmoved: null,
  };
}
