import pg from 'pg';

/** Any number, the same in every Kindling: who holds it migrates, seeds and seals again. */
const START_LOCK = 5_463_465;
const CONNECTION_TIMEOUT = 10_000;

export interface StartLock {
  release(): Promise<void>;
}

/**
 * Waits until no other node starts on this database: a migration takes what it takes, so there is no limit.
 * `onWaiting` is called when another node holds the lock.
 */
export async function holdStartLock(url: string, onWaiting: () => void): Promise<StartLock> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'kindling-start',
    keepAlive: true,
    connectionTimeoutMillis: CONNECTION_TIMEOUT,
  });
  // The pending statement rejects with the error.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock($1) as locked',
      [START_LOCK],
    );
    if (rows[0]?.locked !== true) {
      onWaiting();
      await client.query('select pg_advisory_lock($1)', [START_LOCK]);
    }
  } catch (error) {
    await client.end();
    throw error;
  }
  return { release: () => client.end() };
}
