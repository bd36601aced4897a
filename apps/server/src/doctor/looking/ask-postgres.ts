import pg from 'pg';

/** Asks a PostgreSQL on a connection of its own, which is closed afterwards. */
export async function askPostgres<T>(
  url: string,
  timeout: number,
  ask: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'kindling-doctor',
    connectionTimeoutMillis: timeout,
    query_timeout: timeout,
  });
  // The pending statement rejects with the error.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await ask(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
