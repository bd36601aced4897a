import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FolderLock, lockFolder } from './folder-lock.ts';

export interface DataFolder {
  readonly path: string;
  /** Where the embedded database lives. */
  readonly databasePath: string;
  readonly privateKeyPath: string;
  /** What may be deleted while no server runs. */
  readonly cachePath: string;
  keepPrivateKey(key: string): Promise<void>;
  /** Lets another process have the folder. */
  release(): Promise<void>;
}

/** Makes the folder if needed and takes it for this process. Throws `data_folder_in_use`. */
export async function openDataFolder(path: string): Promise<DataFolder> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const lock: FolderLock = await lockFolder(path);
  const privateKeyPath = join(path, 'private-key');
  return {
    path,
    databasePath: join(path, 'database'),
    privateKeyPath,
    cachePath: join(path, 'cache'),
    async keepPrivateKey(key) {
      await writeFile(privateKeyPath, `${key}\n`, { mode: 0o600 });
      // The mode above counts only for a new file.
      await chmod(privateKeyPath, 0o600);
    },
    release: () => lock.release(),
  };
}
