import type { Clock } from '@kindling/protocol/clock';
import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { createHourlyJob, type HourlyJob } from '../jobs/hourly-job.ts';
import type { Jobs } from '../jobs/jobs.ts';

/**
 * What PostgreSQL does by itself and the embedded database does not: gives back the room of deleted
 * rows, and counts what there is, without which a query of many calls takes a wrong index.
 */
export function createMaintenanceJob(options: {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly clock: Clock;
}): HourlyJob {
  const { db } = options;
  return createHourlyJob({
    ...options,
    name: 'database-upkeep',
    async run({ signal }) {
      // One table at a time: requests get their turn in between.
      for (const name of await tableNames(db)) {
        if (signal.aborted) return;
        await db.execute(sql`vacuum analyze ${sql.identifier(name)}`);
      }
    },
  });
}

async function tableNames(db: Database): Promise<string[]> {
  const { rows } = (await db.execute(
    sql`select tablename from pg_tables where schemaname = 'public' order by tablename`,
  )) as unknown as { readonly rows: readonly { readonly tablename: string }[] };
  return rows.map(({ tablename }) => tablename);
}
