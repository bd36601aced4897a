import type { CallMessage } from '@kindling/protocol';
import { integer, jsonb, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { callTable } from './schema.ts';

/**
 * What was said in calls, a row for each line: added while the call goes on, so that storing a line
 * costs the same however long the call is, and replaced by the final record at its end.
 */
export const callLineTable = pgTable(
  'call_line',
  {
    callId: uuid('call_id')
      .notNull()
      .references(() => callTable.id, { onDelete: 'cascade' }),
    /** Its place in the call, from 0. */
    position: integer('position').notNull(),
    message: jsonb('message').$type<CallMessage>().notNull(),
    /** While the call goes on: the number of the page's command that it came with, which a page may send again. */
    command: integer('command'),
  },
  (table) => [primaryKey({ columns: [table.callId, table.position] })],
);
