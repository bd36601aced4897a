import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A folder for each recording, below the data folder's blobs. */
export interface RecordingFiles {
  /** Makes it; rejects when the disk will not. */
  make(id: string): Promise<string>;
  folder(id: string): string;
  remove(id: string): Promise<void>;
}

export function createRecordingFiles(blobFolder: string): RecordingFiles {
  const folder = (id: string) => join(blobFolder, 'recordings', id);
  return {
    folder,
    async make(id) {
      await mkdir(folder(id), { recursive: true, mode: 0o700 });
      return folder(id);
    },
    // Again where something is written into it meanwhile: a film being made.
    remove: (id) => rm(folder(id), { recursive: true, force: true, maxRetries: 3 }),
  };
}
