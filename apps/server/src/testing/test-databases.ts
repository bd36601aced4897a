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
  const name = `kindling_${randomUUID().replaceAll('-', '')}`;
  await runOn(server, `create database ${name}`);
  const own = new URL(server);
  own.pathname = `/${name}`;
  const opened = await openPostgres(own.href, () => undefined);
  return {
    ...opened,
    async close() {
      await opened.close();
      await runOn(server, `drop database ${name} with (force)`);
    },
  };
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
