import { pgTable, text } from 'drizzle-orm/pg-core';
import { bytes } from './table-parts.ts';

/** What the servers of this database have in common: sealed with their KINDLING_SECRET. Empty without one. */
export const serverSecretTable = pgTable('server_secret', {
  name: text('name').primaryKey(),
  sealed: bytes('sealed').notNull(),
});
