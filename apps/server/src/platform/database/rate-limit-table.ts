import { bigint, integer, pgTable, varchar } from 'drizzle-orm/pg-core';

/** What was asked within a minute, where several servers count together: as their library has it. */
export const rateLimitTable = pgTable('rate_limit', {
  key: varchar('key', { length: 255 }).primaryKey(),
  points: integer('points').notNull().default(0),
  /** Epoch ms. */
  expire: bigint('expire', { mode: 'number' }),
});
