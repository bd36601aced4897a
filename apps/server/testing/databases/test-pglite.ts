import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { migrationsFolder, type OpenDatabase } from '../../src/platform/database/database.ts';

interface Migrated {
  readonly dump: Blob;
  /** What tests leave as it is; see `shapeOf`. */
  readonly shape: string;
}

let migrated: Promise<Migrated> | undefined;
/** Emptied after use: to begin another takes twenty times as long. */
const idle: PGlite[] = [];

/** An empty, migrated database in memory; who closes it gives it to the next test of the process. */
export async function openTestPglite(): Promise<OpenDatabase> {
  migrated ??= migrateFirst();
  const { dump, shape } = await migrated;
  const client = idle.pop() ?? (await PGlite.create({ loadDataDir: dump }));
  let isOpen = true;
  return {
    db: drizzle(guard(client, () => isOpen)),
    description: 'PGlite in memory',
    needsMaintenance: true,
    async close() {
      if (!isOpen) return;
      isOpen = false;
      if (await empty(client, shape)) idle.push(client);
      else await client.close();
    },
  };
}

/** Puts an empty, migrated database into a folder: half of what the first start of a server costs. */
export async function fillDatabaseFolder(folder: string): Promise<void> {
  migrated ??= migrateFirst();
  const { dump } = await migrated;
  const client = await PGlite.create(folder, { loadDataDir: dump });
  await client.close();
}

/** A process migrates one, and copies it for the others. */
async function migrateFirst(): Promise<Migrated> {
  const client = await PGlite.create();
  await migrate(drizzle(client), { migrationsFolder });
  const shape = await shapeOf(client);
  const dump = await client.dumpDataDir('none');
  await client.close();
  return { dump, shape };
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
async function empty(client: PGlite, shape: string): Promise<boolean> {
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
