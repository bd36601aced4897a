import { sql } from 'drizzle-orm';
import type { Database } from '../storage/database.ts';
import { mailTable } from '../storage/schema.ts';
import { eraseRows } from './erase-rows.ts';
import { holdsOne } from './person-match.ts';

/**
 * Deletes mail in which one of these words stands: an address, or the id of what was deleted, which a
 * notice to the operator names. Answers how many.
 */
export function eraseMail(tx: Database, words: readonly string[]): Promise<number> {
  // A mail server's refusal repeats the address.
  const text = sql`concat(${mailTable.message}::text, ' ', ${mailTable.lastError})`;
  return eraseRows(tx, mailTable, holdsOne(text, words));
}
