import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FolderLock, lockFolder } from './folder-lock.ts';

export interface DataFolder {
  readonly path: string;
  /** Where the embedded database lives. */
  readonly databasePath: string;
  readonly privateKeyPath: string;
  /** What people made: recordings. */
  readonly blobPath: string;
  /** What may be deleted while no server runs. */
  readonly cachePath: string;
  keepPrivateKey(key: string): Promise<void>;
  /** Says in the folder where its server is reached, while there is one: commands beside it ask there. */
  keepAddress(url: string): Promise<void>;
  /** Lets another process have the folder. */
  release(): Promise<void>;
}

/** Makes the folder if needed and takes it for this process. Throws `data_folder_in_use`. */
export async function openDataFolder(path: string): Promise<DataFolder> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const lock: FolderLock = await lockFolder(path);
  const privateKeyPath = join(path, 'private-key');
  const addressPath = join(path, 'address');
  return {
    path,
    databasePath: join(path, 'database'),
    privateKeyPath,
    blobPath: join(path, 'blobs'),
    cachePath: join(path, 'cache'),
    async keepPrivateKey(key) {
      await writeFile(privateKeyPath, `${key}\n`, { mode: 0o600 });
      // The mode above counts only for a new file.
      await chmod(privateKeyPath, 0o600);
    },
    keepAddress: (url) => writeFile(addressPath, `${url}\n`),
    async release() {
      await rm(addressPath, { force: true });
      await lock.release();
    },
  };
}
