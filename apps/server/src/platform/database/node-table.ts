import { boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * Servers that share this database, a row each from its start to its end. A number is given once: a node
 * without a row is over, no matter who deleted it, and one that was taken for dead comes back under another.
 */
export const nodeTable = pgTable('node', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull(),
  /** Where the other nodes reach it. */
  address: text('address').notNull(),
  /** When it last said that it lives, by this database's clock. */
  beat: timestamp('beat', { withTimezone: true }).notNull(),
  /** It takes no new calls. */
  draining: boolean('draining').notNull().default(false),
  /** Calls that it holds, and how many it may. */
  calls: integer('calls').notNull().default(0),
  capacity: integer('capacity').notNull(),
  version: text('version').notNull(),
});
