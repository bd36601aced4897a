import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { OpenDatabase } from '../../src/platform/database/database.ts';
import { openPostgres } from '../../src/platform/database/engines/postgres.ts';
import { openTestPglite } from './test-pglite.ts';

export interface TestDatabase {
  readonly name: string;
  /** Why it cannot be tested here; null when it can. */
  readonly missing: string | null;
  open(): Promise<OpenDatabase>;
}

const url = process.env.TEST_DATABASE_URL;

/** Both engines, for what has SQL of its own: each opening is an empty, migrated database. */
export const testDatabases: readonly TestDatabase[] = [
  { name: 'PGlite', missing: null, open: openTestPglite },
  {
    name: url ? 'PostgreSQL' : 'PostgreSQL (SKIPPED: TEST_DATABASE_URL is not set)',
    missing: url ? null : 'TEST_DATABASE_URL is not set',
    open: () => openOwnPostgres(url ?? ''),
  },
];

const [pglite, postgres] = testDatabases as readonly [TestDatabase, TestDatabase];

/** For what is costly, and the same on both: PostgreSQL where there is one, PGlite otherwise. */
export const oneDatabase = postgres.missing === null ? postgres : pglite;

/** Tests store a hundred thousand rows at once, on machines that do other things too. */
const POSTGRES_OPTIONS = { onFault: () => undefined, statementTimeout: 240_000 } as const;

/** One for a run of the tests: the databases of tests are copies of it. */
const TEMPLATE = 'kindling_migrated';
/** The process that holds it makes the template. */
const TEMPLATE_LOCK = 8_472_113;

let template: Promise<void> | undefined;

async function openOwnPostgres(server: string): Promise<OpenDatabase> {
  template ??= makeTemplate(server);
  await template;
  const own = await createPostgresDatabase(server, TEMPLATE);
  const opened = await openPostgres(own.url, POSTGRES_OPTIONS);
  return {
    ...opened,
    async close() {
      await opened.close();
      await own.drop();
    },
  };
}

/** Migrates a database that nobody uses; the first worker does it, the others wait. */
async function makeTemplate(server: string): Promise<void> {
  await runOn(server, async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const known = await client.query('select from pg_database where datname = $1', [TEMPLATE]);
    if (known.rowCount !== 0) return;
    const made = await createPostgresDatabase(server);
    const opened = await openPostgres(made.url, POSTGRES_OPTIONS);
    await opened.close();
    await client.query(`alter database ${made.name} rename to ${TEMPLATE}`);
  });
}

/** A database on the PostgreSQL at `server`, empty or a copy of `template`. */
export async function createPostgresDatabase(
  server: string,
  template = 'template1',
): Promise<{ readonly name: string; readonly url: string; drop(): Promise<void> }> {
  const name = `kindling_${randomUUID().replaceAll('-', '')}`;
  await runOn(server, (client) => client.query(`create database ${name} template ${template}`));
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    name,
    url: url.href,
    drop: () => runOn(server, (client) => client.query(`drop database ${name} with (force)`)),
  };
}

async function runOn(server: string, act: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await act(client);
  } finally {
    await client.end();
  }
}
