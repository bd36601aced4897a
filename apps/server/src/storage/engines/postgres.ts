import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { StartupError } from '../../startup-error.ts';
import { migrationsFolder, type OpenDatabase } from '../database.ts';

/** Any number, the same in every Kindling: who holds it owns the calls of this database. */
const OWNER_LOCK = 5_463_464;

/**
 * Opens a pool on `url`, takes the database's owner lock and applies migrations.
 * Throws `database_in_use` when another server holds it: its live calls are not ours to close.
 */
export async function openPostgres(
  url: string,
  onFault: (error: unknown) => void,
): Promise<OpenDatabase> {
  const owner = new pg.Client({ connectionString: url, application_name: 'kindling-owner' });
  // Without a listener a connection lost while idle would end the process.
  owner.on('error', onFault);
  const pool = new pg.Pool({ connectionString: url, max: 10, application_name: 'kindling' });
  pool.on('error', onFault);
  const close = async () => {
    await pool.end();
    await owner.end();
  };
  try {
    await owner.connect();
    await takeOwnerLock(owner);
    const db = drizzle(pool);
    await migrate(db, { migrationsFolder });
    return { db, description: describe(url), close };
  } catch (error) {
    await close().catch(onFault);
    throw error;
  }
}

async function takeOwnerLock(owner: pg.Client): Promise<void> {
  const result = await owner.query<{ locked: boolean }>(
    'select pg_try_advisory_lock($1) as locked',
    [OWNER_LOCK],
  );
  if (result.rows[0]?.locked !== true) {
    throw new StartupError(
      'database_in_use',
      'Another Kindling server uses the database of DATABASE_URL. Stop it, or give this one a database of its own.',
    );
  }
}

function describe(url: string): string {
  const { host, pathname } = new URL(url);
  return `PostgreSQL at ${host}${pathname}`;
}
