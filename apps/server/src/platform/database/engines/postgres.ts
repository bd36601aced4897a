import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { migrationsFolder, type OpenDatabase } from '../database.ts';
import { DatabaseConnectionError, databaseOutage } from '../database-outage.ts';
import { holdOwnerLock } from './owner-lock.ts';
import { holdStartLock, type StartLock } from './start-lock.ts';

/** What waits longer for a connection fails, and says so, instead of waiting for ever; ms. */
const CONNECTION_TIMEOUT = 10_000;
/** How long to wait for a row that another transaction is changing, ms; no longer than a statement may take. */
const LOCK_TIMEOUT = 10_000;
/** A transaction that does nothing for so long was forgotten, ms: its locks are given back. */
const IDLE_TRANSACTION_TIMEOUT = 60_000;
/** PostgreSQL ends a statement itself; one that is silent is given up so much later, ms. */
const SILENCE_MARGIN = 1_000;
const DEFAULT_STATEMENT_TIMEOUT = 15_000;

export interface PostgresOptions {
  readonly onFault: (error: unknown) => void;
  /** How long one statement may take, ms; those of migrations may take longer. @default 15000 */
  readonly statementTimeout?: number;
  /** Notified when a node starts; null: this is the only server of the database. @default null */
  readonly cluster?: { readonly onWaiting: () => void } | null;
}

/**
 * Opens a pool on `url`, takes the database's owner lock, or as a node its share of it, and applies migrations.
 *
 * @throws `database_in_use` when another server holds it: its live calls are not ours to close
 */
export async function openPostgres(
  url: string,
  { onFault, statementTimeout = DEFAULT_STATEMENT_TIMEOUT, cluster = null }: PostgresOptions,
): Promise<OpenDatabase> {
  const owner = await holdOwnerLock(url, { onFault, isShared: cluster !== null });
  let start: StartLock | null = null;
  const started = async () => {
    await start?.release();
    start = null;
  };
  const pool = createPool(url, onFault, statementTimeout);
  const close = async () => {
    await pool.end();
    await started();
    await owner.close();
  };
  try {
    if (cluster !== null) start = await holdStartLock(url, cluster.onWaiting);
    await migrateOwn(url);
    return {
      pool,
      db: withOwnTransactions(pool),
      description: describe(url),
      needsMaintenance: false,
      started,
      close,
    };
  } catch (error) {
    await close().catch(onFault);
    throw error;
  }
}

function createPool(url: string, onFault: PostgresOptions['onFault'], statementTimeout: number) {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    application_name: 'kindling',
    keepAlive: true,
    connectionTimeoutMillis: CONNECTION_TIMEOUT,
    statement_timeout: statementTimeout,
    lock_timeout: Math.min(LOCK_TIMEOUT, statementTimeout),
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT,
    query_timeout: statementTimeout + SILENCE_MARGIN,
  });
  pool.on('error', onFault);
  // The pool listens to idle connections alone: one lost in a transaction would end the process. Its
  // statement, or the next one, says so.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** On a connection without timeouts: to fill a new column of a large table takes what it takes. */
async function migrateOwn(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'kindling-migration',
    keepAlive: true,
    connectionTimeoutMillis: CONNECTION_TIMEOUT,
  });
  // The pending statement rejects with the error.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await migrate(drizzle(client), { migrationsFolder });
  } finally {
    await client.end();
  }
}

/** The mapper alone keeps a connection whose `begin` fails: ten of them, and nothing answers any more. */
function withOwnTransactions(pool: pg.Pool) {
  const db = drizzle(pool);
  const transaction: typeof db.transaction = async (act, config) => {
    const client = await pool.connect().catch((cause: unknown) => {
      throw new DatabaseConnectionError(cause);
    });
    let fault: Error | null = null;
    try {
      return await drizzle(client).transaction(act, config);
    } catch (error) {
      fault = databaseOutage(error);
      throw error;
    } finally {
      // One whose statement was given up is still busy with it: the next user would wait behind.
      client.release(fault !== null);
    }
  };
  return Object.assign(db, { transaction });
}

function describe(url: string): string {
  const { host, pathname } = new URL(url);
  return `PostgreSQL at ${host}${pathname}`;
}
