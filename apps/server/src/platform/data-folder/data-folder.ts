import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import { readIfThere } from './if-there.ts';
import { tightenEntry, tightenFolder } from './tighten-folder.ts';
import { writeWhole } from './write-whole.ts';

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
  /** The key that was kept last; null when there is no file, or an empty one. */
  readPrivateKey(): Promise<string | null>;
  /** Once the embedded database is open: it writes its first files for everybody. */
  tightenDatabase(): Promise<void>;
  /** Says in the folder where its server is reached, while there is one: commands beside it ask there. */
  keepAddress(url: string): Promise<void>;
  /** Lets another process have the folder. */
  release(): Promise<void>;
}

/**
 * Makes the folder if needed, keeps it to this user and takes it for this process.
 *
 * @throws `data_folder_foreign` or `data_folder_in_use`
 */
export async function openDataFolder(path: string): Promise<DataFolder> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await tightenFolder(path);
  const lock: FolderLock = await lockFolder(path);
  const privateKeyPath = join(path, 'private-key');
  const addressPath = join(path, 'address');
  const databasePath = join(path, 'database');
  return {
    path,
    databasePath,
    privateKeyPath,
    blobPath: join(path, 'blobs'),
    cachePath: join(path, 'cache'),
    keepPrivateKey: (key) => writeWhole(privateKeyPath, `${key}\n`),
    async readPrivateKey() {
      return (await readIfThere(privateKeyPath))?.toString('utf8').trim() || null;
    },
    tightenDatabase: () => tightenEntry(databasePath),
    keepAddress: (url) => writeFile(addressPath, `${url}\n`, { mode: 0o600 }),
    async release() {
      await rm(addressPath, { force: true });
      await lock.release();
    },
  };
}
