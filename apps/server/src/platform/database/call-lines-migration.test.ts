import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPostgresDatabase } from '../../../testing/databases/test-databases.ts';
import { linesOf } from '../../modules/calls/store/call-lines.ts';
import { type Database, migrationsFolder } from './database.ts';

interface Unmigrated {
  readonly db: Database;
  readonly migrate: (folder: string) => Promise<void>;
}

async function openPglite(): Promise<Unmigrated> {
  const client = await PGlite.create();
  onTestFinished(() => client.close());
  const db = drizzlePglite(client);
  return { db, migrate: (folder) => migratePglite(db, { migrationsFolder: folder }) };
}

const postgres = process.env.TEST_DATABASE_URL;

async function openPostgres(): Promise<Unmigrated> {
  const own = await createPostgresDatabase(postgres ?? '');
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

describe.each([
  ['PGlite', openPglite, false],
  ['PostgreSQL', openPostgres, postgres === undefined],
] as const)('the table of call lines on %s', (_, open, missing) => {
  it.skipIf(missing)('takes over what was said in calls that are stored already', async () => {
    const { db, migrate } = await open();
    await migrate(await migrationsBefore('0006_call_lines'));
    const [orgId, spoken, silent] = [randomUUID(), randomUUID(), randomUUID()];
    const said = ['Hello.', 'Hi. What is it?', 'Nothing “much”.'].map((message, index) => ({
      role: index % 2 === 0 ? 'bot' : 'user',
      message,
      interrupted: index === 2,
      time: index,
      endTime: index + 1,
      secondsFromStart: index,
    }));
    await db.execute(
      sql`insert into org (id, name, created_at, updated_at) values (${orgId}, 'Org', now(), now())`,
    );
    for (const [id, messages] of [
      [spoken, said],
      [silent, []],
    ] as const)
      await db.execute(sql`
        insert into call (id, org_id, type, status, messages, created_at, updated_at)
        values (${id}, ${orgId}, 'webCall', 'in-progress', ${JSON.stringify(messages)}::jsonb, now(), now())`);
    await migrate(migrationsFolder);
    expect(await linesOf(db, spoken)).toEqual(said);
    expect(await linesOf(db, silent)).toEqual([]);
  });
});
