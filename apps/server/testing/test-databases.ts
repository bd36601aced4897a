import { randomUUID } from 'node:crypto';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { migrationsFolder, type OpenDatabase } from '../src/platform/database/database.ts';
import { openPglite } from '../src/platform/database/engines/pglite.ts';
import { openPostgres } from '../src/platform/database/engines/postgres.ts';

export interface TestDatabase {
  readonly name: string;
  /** Why it cannot be tested here; null when it can. */
  readonly missing: string | null;
  open(): Promise<OpenDatabase>;
}

const url = process.env.TEST_DATABASE_URL;

/** Both engines: each opening is a database of its own. */
export const testDatabases: readonly TestDatabase[] = [
  { name: 'PGlite', missing: null, open: openTestPglite },
  {
    name: url ? 'PostgreSQL' : 'PostgreSQL (SKIPPED: TEST_DATABASE_URL is not set)',
    missing: url ? null : 'TEST_DATABASE_URL is not set',
    open: () => openOwnPostgres(url ?? ''),
  },
];

let dump: Promise<Blob> | null = null;

/** An embedded database in memory; a process makes the first, and copies it for the others. */
export async function openTestPglite(): Promise<OpenDatabase> {
  dump ??= dumpNewDatabase();
  return openPglite(null, await dump);
}

async function dumpNewDatabase(): Promise<Blob> {
  const client = await PGlite.create();
  await migrate(drizzle(client), { migrationsFolder });
  const made = await client.dumpDataDir('none');
  await client.close();
  return made;
}

async function openOwnPostgres(server: string): Promise<OpenDatabase> {
  const own = await createPostgresDatabase(server);
  // Tests store a hundred thousand rows at once, on machines that do other things too.
  const statementTimeout = 240_000;
  const opened = await openPostgres(own.url, { onFault: () => undefined, statementTimeout });
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
