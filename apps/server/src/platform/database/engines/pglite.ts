import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { migrationsFolder, type OpenDatabase } from '../database.ts';
import { EndingPglite } from './ending-pglite.ts';

/** Opens the embedded database in `folder` and applies migrations. */
export async function openPglite(folder: string): Promise<OpenDatabase> {
  // What `create` does, which makes none of a subclass.
  const client = new EndingPglite({ dataDir: folder });
  await client.waitReady;
  try {
    const db = drizzle(client);
    await migrate(db, { migrationsFolder });
    return {
      db,
      pool: null,
      description: `PGlite in ${folder}`,
      needsMaintenance: true,
      started: async () => undefined,
      close: () => client.close(),
    };
  } catch (error) {
    await client.close();
    throw error;
  }
}
