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

export interface OwnerLockForm {
  /** One node among several: they share the lock, and refuse a server that wants it for itself. */
  readonly isShared: boolean;
  readonly onFault: (error: unknown) => void;
}

interface OwnerLockOptions extends OwnerLockForm {
  readonly url: string;
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
export async function holdOwnerLock(url: string, form: OwnerLockForm): Promise<OwnerLock> {
  const closing = new AbortController();
  const options = { ...form, url, signal: closing.signal };
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

async function takeLock(options: OwnerLockOptions): Promise<OwnerConnection> {
  const { url, onFault, signal } = options;
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
    await requireLock(client, options);
    return { client, over };
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function requireLock(
  client: pg.Client,
  { isShared }: Pick<OwnerLockOptions, 'isShared'>,
): Promise<void> {
  const take = isShared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock';
  const result = await client.query<{ locked: boolean }>(`select ${take}($1) as locked`, [
    OWNER_LOCK,
  ]);
  if (result.rows[0]?.locked === true) return;
  throw new StartupError('database_in_use', await explain(client, isShared));
}

async function explain(client: pg.Client, isShared: boolean): Promise<string> {
  if (isShared)
    return 'A Kindling server without CLUSTER uses the database of DATABASE_URL. Stop it, or start it with CLUSTER=true, too.';
  const nodes = await client.query(
    `select from pg_locks where locktype = 'advisory' and granted and mode = 'ShareLock'
     and classid = 0 and objid = $1 and objsubid = 1
     and database = (select oid from pg_database where datname = current_database())`,
    [OWNER_LOCK],
  );
  if (nodes.rowCount !== 0)
    return 'Nodes of a cluster use the database of DATABASE_URL. Start this server with CLUSTER=true, too, or give it a database of its own.';
  return 'Another Kindling server uses the database of DATABASE_URL. Stop it, or give this one a database of its own.';
}
