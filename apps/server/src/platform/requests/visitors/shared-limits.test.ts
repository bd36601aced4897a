import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { oneDatabase } from '../../../../testing/databases/test-databases.ts';
import type { OpenDatabase } from '../../database/database.ts';
import { rateLimitTable } from '../../database/rate-limit-table.ts';
import { createSharedLimits, createSharedUses } from './rate-limit.ts';

const isMissing = oneDatabase.name === 'PGlite';

describe.skipIf(isMissing)(
  `limits that nodes share${isMissing ? ' (SKIPPED: TEST_DATABASE_URL is not set)' : ''}`,
  () => {
    let database: OpenDatabase;
    beforeEach(async () => {
      database = await oneDatabase.open();
    });
    afterEach(() => database.close());
    const open = () => {
      if (database.pool === null) throw new Error('no PostgreSQL');
      return createSharedLimits({ pool: database.pool, secret: Buffer.alloc(32, 1) });
    };

    it('count what is asked at either', async () => {
      const [a, b] = [1, 2].map(() => open()('call-key', 3));
      await a?.consume('key');
      await b?.consume('key', 2);
      await expect(a?.consume('key')).rejects.toMatchObject({ code: 'rate_limited' });
      await expect(b?.consume('key')).rejects.toMatchObject({ code: 'rate_limited' });
      await b?.consume('another');
    });

    it('of what is under way free a place when it ends, also at the other', async () => {
      const [a, b] = [1, 2].map(() => {
        if (database.pool === null) throw new Error('no PostgreSQL');
        const shared = { pool: database.pool, secret: Buffer.alloc(32, 1) };
        return createSharedUses(shared, 'connection-test', 2);
      });
      expect([await a?.take('key'), await b?.take('key')]).toEqual([true, true]);
      // Refusals take no place.
      for (let asked = 0; asked < 3; asked += 1) expect(await b?.take('key')).toBe(false);
      await a?.giveBack('key');
      expect([await b?.take('key'), await a?.take('key')]).toEqual([true, false]);
      expect(await a?.take('another')).toBe(true);
    });

    it('keep no address', async () => {
      await open()('call-address', 3).consume('198.51.100.7');
      const rows = await database.db.select().from(rateLimitTable);
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toContain('198.51.100.7');
    });

    it('of different names count apart', async () => {
      const shared = open();
      await shared('one', 1).consume('key');
      await shared('other', 1).consume('key');
      await expect(shared('one', 1).consume('key')).rejects.toMatchObject({ code: 'rate_limited' });
    });
  },
);

it('a limit without others is counted in memory', async () => {
  const limit = createSharedLimits(null)('call-key', 1);
  await limit.consume('key');
  await expect(limit.consume('key')).rejects.toMatchObject({ code: 'rate_limited' });
});
