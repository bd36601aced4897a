import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPostgresDatabase } from '../../../../testing/databases/test-databases.ts';
import type { OpenDatabase } from '../database.ts';
import { openPostgres } from './postgres.ts';

const url = process.env.TEST_DATABASE_URL;

const HOLDERS = `select pid, objid from pg_locks
  where locktype = 'advisory' and granted
  and database = (select oid from pg_database where datname = current_database())`;
const IN_LINE = `select pid from pg_locks
  where locktype = 'advisory' and not granted
  and database = (select oid from pg_database where datname = current_database())`;
const OWNERS = `select pid from pg_stat_activity
  where application_name = 'kindling-owner' and datname = current_database()`;

describe.skipIf(!url)(
  `the lock of who owns a database on PostgreSQL${url ? '' : ' (SKIPPED: TEST_DATABASE_URL is not set)'}`,
  () => {
    let own: Awaited<ReturnType<typeof createPostgresDatabase>>;
    let first: OpenDatabase;
    let other: pg.Client;
    let faults: unknown[] = [];

    beforeEach(async () => {
      own = await createPostgresDatabase(url ?? '');
      faults = [];
      first = await openPostgres(own.url, { onFault: (error) => faults.push(error) });
      other = new pg.Client({ connectionString: own.url });
      await other.connect();
    });
    afterEach(async () => {
      await first.close();
      await other.end();
      await own.drop();
    });

    const pids = async (query: string): Promise<number[]> =>
      (await other.query<{ pid: number }>(query)).rows.map(({ pid }) => pid);
    const endOwner = () =>
      first.db.execute(sql.raw(`select pg_terminate_backend(pid) from (${OWNERS}) as owner`));
    const waiting = async () => {
      const { rows } = (await first.db.execute(sql.raw(IN_LINE))) as { rows: unknown[] };
      return rows;
    };
    const second = () => openPostgres(own.url, { onFault: () => undefined });
    const inUse = () => faults.filter((fault) => isInUse(fault)).length;
    /** Waits in line, and so has the lock before anybody who tries. */
    const takeNext = async () => {
      const { rows } = await other.query<{ objid: number }>(HOLDERS);
      const taken = other.query('select pg_advisory_lock($1)', [rows[0]?.objid]);
      await expect.poll(waiting).toHaveLength(1);
      await endOwner();
      await taken;
    };

    it('is taken again when its connection was lost, and given up at the end', async () => {
      const before = await pids(HOLDERS);
      await endOwner();
      await expect.poll(() => pids(HOLDERS)).not.toEqual(before);
      await expect.poll(() => pids(HOLDERS)).toHaveLength(1);
      await expect(second()).rejects.toMatchObject({ code: 'database_in_use' });
      expect(faults).toHaveLength(1);
      await first.close();
      first = await second();
    });

    it('is reported once when another has it meanwhile, and taken when that is gone', async () => {
      await takeNext();
      await expect.poll(inUse).toBe(1);
      await other.query('select pg_advisory_unlock_all()');
      await expect.poll(async () => [await pids(HOLDERS)]).toEqual([await pids(OWNERS)]);
      expect(inUse()).toBe(1);
    });

    it('is not tried for any more after the end', async () => {
      await takeNext();
      await expect.poll(inUse).toBe(1);
      await first.close();
      await expect.poll(() => pids(OWNERS)).toEqual([]);
      await other.query('select pg_advisory_unlock_all()');
      first = await second();
    });
  },
);

function isInUse(fault: unknown): boolean {
  return (fault as { code?: unknown }).code === 'database_in_use';
}
