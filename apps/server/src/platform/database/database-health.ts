import type { Clock } from '@kindling/protocol/clock';
import { sql } from 'drizzle-orm';
import { createHealth, type Health } from '../health/health.ts';
import type { Database } from './database.ts';

/** Whether a database answers. */
export function createDatabaseHealth(
  db: Pick<Database, 'execute'>,
  clock: Pick<Clock, 'now' | 'schedule'>,
): Health {
  return createHealth(async () => db.execute(sql`select 1`), clock);
}
