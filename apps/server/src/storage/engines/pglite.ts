import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { migrationsFolder, type OpenDatabase } from '../database.ts';
import { EndingPglite } from './ending-pglite.ts';

/** Opens the embedded database in `folder` (null: in memory) and applies migrations. */
export async function openPglite(folder: string | null): Promise<OpenDatabase> {
  // What `create` does, which makes none of a subclass.
  const client = new EndingPglite(folder ?? undefined);
  await client.waitReady;
  try {
    const db = drizzle(client);
    await migrate(db, { migrationsFolder });
    return {
      db,
      description: folder === null ? 'PGlite in memory' : `PGlite in ${folder}`,
      needsUpkeep: true,
      close: () => client.close(),
    };
  } catch (error) {
    await client.close();
    throw error;
  }
}
