import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPglite } from '../../../apps/server/src/platform/database/engines/pglite.ts';

const VARIABLE = 'KINDLING_MIGRATED_DATABASE';

/**
 * Vitest's global setup: makes an embedded database and migrates it once, which is half of what the
 * first start of a server costs. Workers and the processes they start find it by the environment.
 */
export default async function makeMigratedDatabase(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'kindling-migrated-'));
  const database = await openPglite(folder);
  await database.close();
  process.env[VARIABLE] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/** Gives a new data folder an empty, migrated database; where there is none the server makes its own. */
export async function copyMigratedDatabase(dataFolder: string): Promise<void> {
  const folder = process.env[VARIABLE];
  if (folder !== undefined) await cp(folder, join(dataFolder, 'database'), { recursive: true });
}
