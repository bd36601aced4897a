import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { type Database, migrationsFolder } from '../../src/platform/database/database.ts';
import { createPostgresDatabase } from './test-databases.ts';

interface Unmigrated {
  readonly db: Database;
  readonly migrate: (folder: string) => Promise<void>;
}

interface Migration {
  readonly db: Database;
  /** Carries out the migration and all that follow. */
  readonly migrate: () => Promise<void>;
}

/** Tests what the migration `tag` does with rows that are there already: on PostgreSQL where there is one. */
export function describeMigration(
  tag: string,
  title: string,
  test: (migration: Migration) => Promise<void>,
): void {
  it(`migration ${tag} ${title}`, async () => {
    const { db, migrate } = await (postgres === undefined ? openPglite() : openPostgres(postgres));
    await migrate(await migrationsBefore(tag));
    await test({ db, migrate: () => migrate(migrationsFolder) });
  });
}

async function openPglite(): Promise<Unmigrated> {
  const client = await PGlite.create();
  onTestFinished(() => client.close());
  const db = drizzlePglite(client);
  return { db, migrate: (folder) => migratePglite(db, { migrationsFolder: folder }) };
}

const postgres = process.env.TEST_DATABASE_URL;

async function openPostgres(server: string): Promise<Unmigrated> {
  const own = await createPostgresDatabase(server);
  const client = new pg.Client({ connectionString: own.url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await own.drop();
  });
  const db = drizzlePostgres(client);
  return { db, migrate: (folder) => migratePostgres(db, { migrationsFolder: folder }) };
}

/** The migrations as they were before `tag`. */
async function migrationsBefore(tag: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kindling-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(migrationsFolder, folder, { recursive: true });
  const path = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(path, 'utf8'));
  const until = journal.entries.findIndex((entry: { tag: string }) => entry.tag === tag);
  expect(until).toBeGreaterThan(0);
  await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, until) }));
  return folder;
}
