import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { migrationsFolder, type OpenDatabase } from '../database.ts';
import { EndingPglite } from './ending-pglite.ts';

/**
 * Opens the embedded database in `folder` (null: in memory) and applies migrations. With a dump a
 * new one begins with that, which takes a quarter of the time of making one.
 */
export async function openPglite(folder: string | null, dump?: Blob): Promise<OpenDatabase> {
  // What `create` does, which makes none of a subclass.
  const client = new EndingPglite({
    ...(folder !== null && { dataDir: folder }),
    ...(dump && { loadDataDir: dump }),
  });
  await client.waitReady;
  try {
    const db = drizzle(client);
    await migrate(db, { migrationsFolder });
    return {
      db,
      description: folder === null ? 'PGlite in memory' : `PGlite in ${folder}`,
      needsMaintenance: true,
      close: () => client.close(),
    };
  } catch (error) {
    await client.close();
    throw error;
  }
}
