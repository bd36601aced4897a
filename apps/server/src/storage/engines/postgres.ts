import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { migrationsFolder, type OpenDatabase } from '../database.ts';
import { holdOwnerLock, type OwnerLock } from './owner-lock.ts';

/** What waits longer for a connection fails, and says so, instead of waiting for ever; ms. */
const CONNECTION_TIMEOUT = 30_000;

/**
 * Opens a pool on `url`, takes the database's owner lock and applies migrations.
 * Throws `database_in_use` when another server holds it: its live calls are not ours to close.
 */
export async function openPostgres(
  url: string,
  onFault: (error: unknown) => void,
): Promise<OpenDatabase> {
  const pool = new pg.Pool({
    ...{ connectionString: url, max: 10, application_name: 'kindling', keepAlive: true },
    connectionTimeoutMillis: CONNECTION_TIMEOUT,
  });
  pool.on('error', onFault);
  // The pool listens to idle connections alone: one lost in a transaction would end the process. Its
  // statement, or the next one, says so.
  pool.on('connect', (client) => client.on('error', () => undefined));
  let owner: OwnerLock | null = null;
  const close = async () => {
    await pool.end();
    await owner?.close();
  };
  try {
    owner = await holdOwnerLock(url, onFault);
    const db = withOwnTransactions(pool);
    await migrate(db, { migrationsFolder });
    return { db, description: describe(url), needsUpkeep: false, close };
  } catch (error) {
    await close().catch(onFault);
    throw error;
  }
}

/** The mapper alone keeps a connection whose `begin` fails: ten of them, and nothing answers any more. */
function withOwnTransactions(pool: pg.Pool) {
  const db = drizzle(pool);
  const transaction: typeof db.transaction = async (act, config) => {
    const client = await pool.connect();
    try {
      return await drizzle(client).transaction(act, config);
    } finally {
      client.release();
    }
  };
  return Object.assign(db, { transaction });
}

function describe(url: string): string {
  const { host, pathname } = new URL(url);
  return `PostgreSQL at ${host}${pathname}`;
}
