import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { migrationsFolder, type OpenDatabase } from '../../src/platform/database/database.ts';

let migrated: Promise<Blob> | undefined;
/** What tests leave as it is; see `shapeOf`. */
let shape: string | undefined;
/** Emptied after use: to begin another takes twenty times as long. */
const idle: PGlite[] = [];

/** An empty, migrated database in memory; who closes it gives it to the next test of the process. */
export async function openTestPglite(): Promise<OpenDatabase> {
  const client = idle.pop() ?? (await openCopy());
  let isOpen = true;
  return {
    db: drizzle(guard(client, () => isOpen)),
    description: 'PGlite in memory',
    pool: null,
    needsMaintenance: true,
    started: async () => undefined,
    async close() {
      if (!isOpen) return;
      isOpen = false;
      if (await empty(client)) idle.push(client);
      else await client.close();
    },
  };
}

/** Puts an empty, migrated database into a folder: half of what the first start of a server costs. */
export async function fillDatabaseFolder(folder: string): Promise<void> {
  const client = await PGlite.create(folder, { loadDataDir: await migratedDump() });
  await client.close();
}

async function openCopy(): Promise<PGlite> {
  const client = await PGlite.create({ loadDataDir: await migratedDump() });
  shape ??= await shapeOf(client);
  return client;
}

function migratedDump(): Promise<Blob> {
  migrated ??= keptDump();
  return migrated;
}

/** Goes with the packages it was made of. */
const CACHE = join(import.meta.dirname, '../../../../node_modules/.cache/pglite');

/** Of an earlier process, where nothing has changed since: to make one takes eight seconds of a processor. */
async function keptDump(): Promise<Blob> {
  await mkdir(CACHE, { recursive: true });
  const path = join(CACHE, `${await fingerprint()}.tar.gz`);
  const kept = await readFile(path).catch(() => null);
  if (kept !== null) return new Blob([kept], { type: 'application/x-gzip' });
  const dump = await migrateFirst();
  // Whole or not there: others may read it already.
  const own = `${path}.${process.pid}`;
  await writeFile(own, Buffer.from(await dump.arrayBuffer()));
  await rename(own, path);
  return dump;
}

/** Of what a dump is made of: the engine and the migrations. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  const engine = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'));
  hash.update(await readFile(engine));
  const names = await readdir(migrationsFolder, { recursive: true });
  for (const name of names.filter((one) => /\.(?:sql|json)$/.test(one)).sort())
    hash.update(name).update(await readFile(join(migrationsFolder, name)));
  return hash.digest('hex').slice(0, 16);
}

async function migrateFirst(): Promise<Blob> {
  const client = await PGlite.create();
  await migrate(drizzle(client), { migrationsFolder });
  const dump = await client.dumpDataDir('gzip');
  await client.close();
  return dump;
}

/** What was left running after a test finds its database closed, and not the next test's. */
function guard(client: PGlite, isOpen: () => boolean): PGlite {
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function' || name === 'constructor') return value;
      return (...args: unknown[]) =>
        isOpen()
          ? Reflect.apply(value, target, args)
          : Promise.reject(new Error('PGlite is closed'));
    },
  });
}

/** Whether it is as new: one whose tables, triggers or statistics a test has changed is not used again. */
async function empty(client: PGlite): Promise<boolean> {
  try {
    if ((await shapeOf(client)) !== shape) return false;
    await client.exec('reset all; reset role');
    const { rows } = await client.query<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
    );
    const holding = rows.map(
      ({ name }) => `select '${name}' as name where exists (select from ${name})`,
    );
    // Those without a row cost as much to empty as those with.
    const filled = await client.query<{ name: string }>(holding.join(' union all '));
    const names = filled.rows.map(({ name }) => name).join(', ');
    if (names !== '') await client.exec(`truncate ${names} cascade`);
    return true;
  } catch {
    return false;
  }
}

async function shapeOf(client: PGlite): Promise<string> {
  const tables = ['class', 'attribute', 'constraint', 'trigger', 'proc', 'policy', 'roles'];
  const counts = [...tables, 'statistic'].map((name) => `(select count(*) from pg_${name})`);
  const { rows } = await client.query<{ shape: string }>(
    `select concat_ws(' ', ${counts.join(', ')}) as shape`,
  );
  return rows[0]?.shape ?? '';
}
