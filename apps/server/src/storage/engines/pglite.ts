import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { migrationsFolder, type OpenDatabase } from '../database.ts';

/** Opens the embedded database in `folder` (null: in memory) and applies migrations. */
export async function openPglite(folder: string | null): Promise<OpenDatabase> {
  const client = await (folder === null ? PGlite.create() : PGlite.create(folder));
  try {
    const db = drizzle(client);
    await migrate(db, { migrationsFolder });
    return {
      db,
      description: folder === null ? 'PGlite in memory' : `PGlite in ${folder}`,
      close: () => client.close(),
    };
  } catch (error) {
    await client.close();
    throw error;
  }
}
