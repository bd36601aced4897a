import { bigint, date, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { orgTable } from './schema.ts';

/** What a key used on a day (UTC), where the key or its organisation has a daily bound. */
export const usageDayTable = pgTable(
  'usage_day',
  {
    orgId: uuid('org_id')
      .notNull()
      .references(() => orgTable.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    /** Not a reference: what a key used counts for its organisation when the key is gone. */
    tokenId: uuid('token_id').notNull(),
    callMs: bigint('call_ms', { mode: 'number' }).notNull().default(0),
    modelRequests: integer('model_requests').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.day, table.tokenId] })],
);
