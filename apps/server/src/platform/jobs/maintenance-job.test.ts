import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { storeCall } from '../../../testing/calls/stored-call.ts';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';
import { jobTable } from '../database/platform-tables.ts';
import { createMaintenanceJob } from './maintenance-job.ts';

describeWithServer('upkeep of the database', (server, database) => {
  it('counts what there is, hour by hour, beginning with the next', async () => {
    const { db } = database();
    const { jobs, clock, orgId } = server();
    const maintenance = createMaintenanceJob({ db, jobs, clock });
    await storeCall(db, orgId);
    await maintenance.plan('next hour');
    await maintenance.plan('next hour');
    const pollLoop = () => db.select().from(jobTable).where(sql`kind = 'database-upkeep'`);
    expect(await pollLoop()).toHaveLength(1);
    const counted = async () => {
      const found = await db.execute(
        sql`select reltuples::int as rows from pg_class where relname = 'call'`,
      );
      return (found as unknown as { rows: readonly { rows: number }[] }).rows[0]?.rows;
    };
    jobs.start();
    await jobs.settled();
    expect(await counted()).not.toBe(1);
    clock.advance(3_600_000);
    await jobs.settled();
    expect(await counted()).toBe(1);
    const waiting = (await pollLoop()).filter(({ dueAt }) => dueAt !== null);
    expect(waiting.map(({ dueAt }) => (dueAt?.getTime() ?? 0) > clock.now())).toEqual([true]);
    await jobs.close();
  });
});
