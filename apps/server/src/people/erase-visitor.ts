import type { Person } from '@kindling/protocol';
import { sql } from 'drizzle-orm';
import type { Database } from '../storage/database.ts';
import { bookingTable, contactRequestTable, subscriptionTable } from '../storage/schema.ts';
import { eraseRows, takeRows } from './erase-rows.ts';
import { either, sameEmail, sameNumber } from './person-match.ts';

/** What somebody left on the website and is gone: how many addresses, and which forms and bookings. */
export interface ErasedVisit {
  readonly leads: number;
  readonly contactRequests: readonly string[];
  readonly bookings: readonly string[];
}

export async function eraseVisitor(tx: Database, { email, number }: Person): Promise<ErasedVisit> {
  const { form } = contactRequestTable;
  const byEmail = (text: Parameters<typeof sameEmail>[0]) =>
    email === undefined ? undefined : sameEmail(text, email);
  return {
    leads: await eraseRows(tx, subscriptionTable, either([byEmail(subscriptionTable.email)])),
    contactRequests: await takeRows(
      tx,
      contactRequestTable,
      either([
        byEmail(sql`${form} ->> 'email'`),
        number === undefined ? undefined : sameNumber(sql`${form} ->> 'phoneNumber'`, number),
      ]),
    ),
    bookings: await takeRows(
      tx,
      bookingTable,
      either([byEmail(sql`${bookingTable.details} ->> 'email'`)]),
    ),
  };
}
