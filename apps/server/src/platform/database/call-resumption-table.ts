import { jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';
import { callTable } from './schema.ts';

/**
 * What it takes to go on with a call whose server died: written while it goes on, gone with its end. Apart from the
 * call, whose row is wide and would be written anew each time.
 */
export const callResumptionTable = pgTable('call_resumption', {
  callId: uuid('call_id')
    .primaryKey()
    .references(() => callTable.id, { onDelete: 'cascade' }),
  /** See `resumption-state.ts`. */
  state: jsonb('state').notNull(),
});
