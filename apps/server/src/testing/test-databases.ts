import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { OpenDatabase } from '../storage/database.ts';
import { openPglite } from '../storage/engines/pglite.ts';
import { openPostgres } from '../storage/engines/postgres.ts';

export interface TestDatabase {
  readonly name: string;
  /** Why it cannot be tested here; null when it can. */
  readonly missing: string | null;
  open(): Promise<OpenDatabase>;
}

const url = process.env.TEST_DATABASE_URL;

/** Both engines: each opening is a database of its own. */
export const testDatabases: readonly TestDatabase[] = [
  { name: 'PGlite', missing: null, open: () => openPglite(null) },
  {
    name: url ? 'PostgreSQL' : 'PostgreSQL (SKIPPED: TEST_DATABASE_URL is not set)',
    missing: url ? null : 'TEST_DATABASE_URL is not set',
    open: () => openOwnPostgres(url ?? ''),
  },
];

async function openOwnPostgres(server: string): Promise<OpenDatabase> {
  const own = await createPostgresDatabase(server);
  const opened = await openPostgres(own.url, () => undefined);
  return {
    ...opened,
    async close() {
      await opened.close();
      await own.drop();
    },
  };
}

/** An empty database on the PostgreSQL at `server`, for a test to open itself. */
export async function createPostgresDatabase(
  server: string,
): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const name = `kindling_${randomUUID().replaceAll('-', '')}`;
  await runOn(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => runOn(server, `drop database ${name} with (force)`) };
}

async function runOn(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
