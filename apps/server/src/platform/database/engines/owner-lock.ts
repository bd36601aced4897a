import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { StartupError } from '../../errors/startup-error.ts';

/** Any number, the same in every Kindling: who holds it owns the calls of this database. */
const OWNER_LOCK = 5_463_464;
const TRY_AGAIN = 1_000;
/** How long a silent PostgreSQL is waited for. */
const TIMEOUT = 10_000;

/** A machine that lost its power says no farewell: PostgreSQL would keep its lock for two hours. */
const NOTICED_SOON = `select set_config('tcp_keepalives_idle', '20', false),
  set_config('tcp_keepalives_interval', '5', false), set_config('tcp_keepalives_count', '4', false)`;

export interface OwnerLock {
  /** Gives it up. */
  close(): Promise<void>;
}

interface OwnerLockOptions {
  readonly url: string;
  readonly onFault: (error: unknown) => void;
  /** Aborted when the lock is not wanted any more. */
  readonly signal: AbortSignal;
}

interface OwnerConnection {
  readonly client: pg.Client;
  /** Resolves when the lock may be gone with the connection, or is not wanted any more. */
  readonly over: Promise<unknown>;
}

/**
 * Holds the database's owner lock on a connection of its own, and takes it again when that was lost.
 *
 * @throws `database_in_use` when another server holds it; `onFault` hears of that later
 */
export async function holdOwnerLock(
  url: string,
  onFault: (error: unknown) => void,
): Promise<OwnerLock> {
  const closing = new AbortController();
  const options = { url, onFault, signal: closing.signal };
  const holding = keepHolding(await takeLock(options), options);
  return {
    async close() {
      closing.abort();
      await holding;
    },
  };
}

async function keepHolding(first: OwnerConnection, options: OwnerLockOptions): Promise<void> {
  let connection: OwnerConnection | null = first;
  while (connection !== null) {
    await connection.over;
    await connection.client.end();
    connection = await takeAgain(options);
  }
}

/** Null when it is not wanted any more. */
async function takeAgain(options: OwnerLockOptions): Promise<OwnerConnection | null> {
  const { onFault, signal } = options;
  let refusals = 0;
  while (!signal.aborted) {
    try {
      return await takeLock(options);
    } catch (error) {
      // An unreachable PostgreSQL has been reported already, when the connection was lost.
      if (error instanceof StartupError) refusals += 1;
      // The first refusal may be our own lost connection, which PostgreSQL is still ending.
      if (refusals === 2) onFault(error);
    }
    await wait(TRY_AGAIN, undefined, { signal, ref: false }).catch(() => undefined);
  }
  return null;
}

async function takeLock({ url, onFault, signal }: OwnerLockOptions): Promise<OwnerConnection> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'kindling-owner',
    connectionTimeoutMillis: TIMEOUT,
    query_timeout: TIMEOUT,
    // Nothing is sent on it: only so is it noticed that the other side is gone.
    keepAlive: true,
    keepAliveInitialDelayMillis: TIMEOUT,
  });
  // Without a listener a connection lost while idle would end the process.
  client.on('error', onFault);
  const over = Promise.allSettled([once(client, 'end', { signal })]);
  try {
    await client.connect();
    await client.query(NOTICED_SOON);
    await requireLock(client);
    return { client, over };
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function requireLock(client: pg.Client): Promise<void> {
  const result = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock($1) as locked',
    [OWNER_LOCK],
  );
  if (result.rows[0]?.locked === true) return;
  throw new StartupError(
    'database_in_use',
    'Another Kindling server uses the database of DATABASE_URL. Stop it, or give this one a database of its own.',
  );
}
