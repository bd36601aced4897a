import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { createPostgresDatabase } from '../../../../testing/databases/test-databases.ts';
import type { Database } from '../database.ts';
import { openPostgres } from './postgres.ts';

const server = process.env.TEST_DATABASE_URL;
const skipped = server === undefined ? ' (SKIPPED: TEST_DATABASE_URL is not set)' : '';

const rowsOf = (result: unknown) =>
  (result as { readonly rows: readonly Readonly<Record<string, unknown>>[] }).rows;

async function withDatabase(
  test: (db: Database) => Promise<void>,
  reach = (url: string): string => url,
): Promise<void> {
  const own = await createPostgresDatabase(server ?? '');
  const { db, close } = await openPostgres(reach(own.url), { onFault: () => undefined });
  try {
    await test(db);
  } finally {
    await close();
    await own.drop();
  }
}

async function answers(db: Database): Promise<void> {
  expect(rowsOf(await db.execute(sql`select 1 as one`))).toEqual([{ one: 1 }]);
  expect(
    await db.transaction(async (tx) => rowsOf(await tx.execute(sql`select 2 as two`))),
  ).toEqual([{ two: 2 }]);
}

/** Stands in front of the database; while it is away, a client that begins a transaction is cut off. */
async function startProxy() {
  const { hostname, port } = new URL(server ?? '');
  const state = { isAway: false };
  const proxy = createServer((inside) => {
    const outside = connect(Number(port), hostname);
    const end = () => {
      inside.destroy();
      outside.destroy();
    };
    for (const socket of [inside, outside]) socket.on('error', end).on('close', end);
    outside.pipe(inside);
    inside.on('data', (bytes) => {
      if (state.isAway && bytes.includes('begin')) end();
      else outside.write(bytes);
    });
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const through = (url: string) => {
    const address = new URL(url);
    address.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    return address.href;
  };
  return { state, through, close: () => proxy.close() };
}

describe.skipIf(server === undefined)(`connections to PostgreSQL${skipped}`, () => {
  it('that are lost within a transaction cost that transaction alone', async () => {
    await withDatabase(async (db) => {
      const broken = db.transaction(async (tx) => {
        const [{ pid } = {}] = rowsOf(await tx.execute(sql`select pg_backend_pid() as pid`));
        await db.execute(sql`select pg_terminate_backend(${pid})`);
        await tx.execute(sql`select 1`);
      });
      await expect(broken).rejects.toThrow();
      await answers(db);
    });
  }, 60_000);

  it('that end when a transaction begins are given back', async () => {
    const proxy = await startProxy();
    await withDatabase(async (db) => {
      proxy.state.isAway = true;
      for (let attempt = 0; attempt < 12; attempt += 1)
        await expect(db.transaction(async () => undefined)).rejects.toThrow();
      proxy.state.isAway = false;
      await answers(db);
    }, proxy.through);
    proxy.close();
  }, 60_000);
});
