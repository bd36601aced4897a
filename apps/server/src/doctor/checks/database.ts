import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type pg from 'pg';
import { z } from 'zod';
import { folderOwner, lockFolder } from '../../platform/data-folder/folder-lock.ts';
import { listIfThere } from '../../platform/data-folder/if-there.ts';
import { migrationsFolder } from '../../platform/database/database.ts';
import type { Check, Scene } from '../check.ts';
import { type Finding, fail, ok, skipped, warn } from '../finding.ts';
import { askPostgres } from '../looking/ask-postgres.ts';
import { getAnswer } from '../looking/get-answer.ts';
import { codeOf, sayError } from '../looking/say-error.ts';

/** The oldest PostgreSQL whose makers still mend it. */
const OLDEST = 14;
/** Of the pool, the lock, and one to migrate. */
const CONNECTIONS = 12;
const QUESTIONS = 9;
/** A call's turn asks a few times, one after another; ms. */
const SLOW = 20;
const TOO_SLOW = 200;

export const database: Check = {
  name: 'database',
  run: (scene) =>
    scene.config.databaseUrl === null ? embedded(scene) : postgres(scene, scene.config.databaseUrl),
};

async function postgres(scene: Scene, url: string): Promise<readonly Finding[]> {
  const { host, pathname } = new URL(url);
  const name = `PostgreSQL at ${host}${pathname}`;
  try {
    return await askPostgres(url, scene.timeout, async (client) => [
      ...(await lookAtServer(client, name)),
      await lookAtSpeed(client),
      ...(await lookAtMigrations(client)),
      await lookAtLock(client, scene),
    ]);
  } catch (error) {
    return [fail(`${name} cannot be used: ${sayError(error)}.`, mendOf(error))];
  }
}

const MENDS: Readonly<Record<string, string>> = {
  '28P01': 'Correct the user or the password in DATABASE_URL.',
  '28000': 'Let this user in from this machine (pg_hba.conf), or correct DATABASE_URL.',
  '3D000': 'Make the database (createdb), or correct its name in DATABASE_URL.',
  '53300': 'Raise max_connections of PostgreSQL, or close what else is connected.',
  '57P03': 'Wait until PostgreSQL has started, then run this again.',
  ENOTFOUND: 'Correct the host in DATABASE_URL.',
  ECONNREFUSED: 'Start PostgreSQL, or correct host and port in DATABASE_URL.',
};

const mendOf = (error: unknown): string =>
  MENDS[codeOf(error)] ?? 'Look whether PostgreSQL runs, and whether DATABASE_URL leads to it.';

async function lookAtServer(client: pg.Client, name: string): Promise<Finding[]> {
  const { rows } = await client.query<Record<'version' | 'most' | 'used' | 'kept', string>>(
    `select current_setting('server_version') as version, current_setting('max_connections') as most,
      current_setting('superuser_reserved_connections') as kept,
      (select count(*) from pg_stat_activity where backend_type = 'client backend') as used`,
  );
  const { version = '', most, used, kept } = rows[0] ?? {};
  const found = [
    Number.parseInt(version, 10) < OLDEST
      ? warn(
          `${name} is version ${version}, which its makers no longer mend.`,
          `Upgrade it to version ${OLDEST} or newer.`,
        )
      : ok(`${name} answers, version ${version}.`),
  ];
  const free = Number(most) - Number(kept) - Number(used);
  if (free < CONNECTIONS)
    found.push(
      warn(
        `PostgreSQL has ${free} connections left; a server takes up to ${CONNECTIONS}.`,
        'Raise max_connections of PostgreSQL.',
      ),
    );
  return found;
}

async function lookAtSpeed(client: pg.Client): Promise<Finding> {
  const times: number[] = [];
  for (let question = 0; question < QUESTIONS; question += 1) {
    const started = performance.now();
    await client.query('select 1');
    times.push(performance.now() - started);
  }
  const median = times.toSorted((a, b) => a - b)[Math.floor(QUESTIONS / 2)] ?? 0;
  const found = `A question to the database takes ${median.toFixed(1)} ms.`;
  const mend = 'Put the database nearer to the server, or find what holds it up.';
  if (median >= TOO_SLOW) return fail(found, mend);
  return median >= SLOW ? warn(found, mend) : ok(found);
}

const journalSchema = z.object({ entries: z.array(z.object({ when: z.number() })) });

async function knownMigrations(): Promise<number[]> {
  const text = await readFile(join(migrationsFolder, 'meta/_journal.json'), 'utf8');
  return journalSchema.parse(JSON.parse(text)).entries.map(({ when }) => when);
}

type Ask = (query: string) => Promise<{ readonly rows: readonly unknown[] }>;

/** When the migrations that were applied were made, ms; none where the database is empty. */
async function appliedMigrations(ask: Ask): Promise<number[]> {
  const { rows } = await ask(`select to_regclass('drizzle.__drizzle_migrations') as name`);
  if ((rows[0] as { name: unknown } | undefined)?.name == null) return [];
  const applied = await ask('select created_at from drizzle.__drizzle_migrations');
  return applied.rows.map((row) => Number((row as { created_at: unknown }).created_at));
}

async function judgeMigrations(applied: readonly number[]): Promise<Finding> {
  const known = await knownMigrations();
  if (applied.length === 0) return ok('The database is empty; the first start fills it.');
  const last = Math.max(...applied);
  if (last > Math.max(...known))
    return fail(
      'The database was changed by a newer version than this one.',
      'Install that version, or restore the backup that was made before the upgrade.',
    );
  const missing = known.filter((when) => when > last).length;
  return missing === 0
    ? ok(`All ${known.length} migrations are applied.`)
    : ok(`${missing} of ${known.length} migrations are applied at the next start.`);
}

async function lookAtMigrations(client: pg.Client): Promise<Finding[]> {
  const applied = await appliedMigrations((query) => client.query(query));
  const found = [await judgeMigrations(applied)];
  if (applied.length > 0) return found;
  const { rows } = await client.query<{ may: boolean }>(
    `select rolsuper or rolcreaterole or exists (select from pg_roles where rolname = 'kindling_anon') as may
      from pg_roles where rolname = current_user`,
  );
  if (rows[0]?.may === true) return found;
  return [
    ...found,
    fail(
      'The first start makes a role, and this user may make none.',
      'As an administrator: create role kindling_anon nologin; grant kindling_anon to the user of DATABASE_URL.',
    ),
  ];
}

/** Who owns the calls of this database, or is a node of it, says so by the name of a connection. */
async function lookAtLock(client: pg.Client, { config, server }: Scene): Promise<Finding> {
  const { rows } = await client.query<{ name: string; address: string | null }>(
    `select application_name as name, host(client_addr) as address from pg_stat_activity
      where application_name in ('kindling-owner', 'kindling-node') and datname = current_database()`,
  );
  const own = config.cluster === null ? 'kindling-owner' : 'kindling-node';
  const others = rows.filter(({ name }) => name !== own);
  if (others.length > 0)
    return fail(
      `${config.cluster === null ? 'Nodes of a cluster hold' : 'A server without CLUSTER holds'} the database, from ${placesOf(others)}.`,
      'Stop them, or set CLUSTER alike on all that share this database.',
    );
  if (rows.length === 0)
    return server === null
      ? ok('No server holds the database.')
      : warn(
          'The server that runs here does not hold its database just now.',
          'Look at its log: its connection may have been lost, or it uses another database.',
        );
  if (config.cluster !== null) return ok(`${rows.length} nodes are there, from ${placesOf(rows)}.`);
  if (server !== null) return ok('The database is held by a server.');
  return fail(
    `A server from ${placesOf(rows)} holds the database: none can be started here.`,
    'Stop that server, or give this one a database of its own.',
  );
}

const placesOf = (rows: readonly { readonly address: string | null }[]): string =>
  [...new Set(rows.map(({ address }) => address ?? 'this machine'))].join(', ');

async function embedded({ config, server, timeout }: Scene): Promise<readonly Finding[]> {
  if (server?.url != null) {
    const { status } = await getAnswer(`${server.url}/readyz`, { timeout });
    return [
      status === 200
        ? ok('The embedded database answers the server that runs.')
        : fail(`The server is not ready (${status}).`, 'Look at its log.'),
    ];
  }
  const owner = await folderOwner(config.dataFolder);
  if (owner !== null)
    return [
      skipped(
        `The embedded database is left alone: server.lock names process ${owner.pid}, which ${owner.isAlive ? 'starts' : 'crashed or runs in another container'}.`,
        'Run this where the server runs, or start the server first.',
      ),
    ];
  const folder = join(config.dataFolder, 'database');
  if (await isForeign(config.dataFolder))
    return [
      skipped(
        'The embedded database is left alone: what another user writes there, the server refuses.',
        'Run this as the user that runs the server.',
      ),
    ];
  if ((await listIfThere(folder)).length === 0)
    return [skipped('There is no embedded database yet; the first start makes it.')];
  return openEmbedded(config.dataFolder, folder);
}

async function isForeign(folder: string): Promise<boolean> {
  const user = process.getuid?.();
  const owner = await stat(folder).then(
    ({ uid }) => uid,
    () => user,
  );
  return owner !== user;
}

/** Holds the data folder meanwhile, so that no server is started over it. */
async function openEmbedded(dataFolder: string, folder: string): Promise<Finding[]> {
  const lock = await lockFolder(dataFolder);
  try {
    const client = await PGlite.create({ dataDir: folder });
    try {
      const applied = await appliedMigrations((query) => client.query(query));
      return [ok('The embedded database opens.'), await judgeMigrations(applied)];
    } finally {
      await client.close();
    }
  } catch (error) {
    return [
      fail(
        `The embedded database does not open: ${sayError(error)}.`,
        'Make room on its disk where that is full; otherwise restore a backup of the data folder.',
      ),
    ];
  } finally {
    await lock.release();
  }
}
