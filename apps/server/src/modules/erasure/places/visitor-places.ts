import { sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import {
  bookingTable,
  contactRequestTable,
  subscriptionTable,
} from '../../../platform/database/schema.ts';
import { either, sameEmail, sameNumber } from '../person-match.ts';
import { type ErasablePlace, rowsPlace, type Subject } from './place.ts';

type Text = AnyPgColumn | ReturnType<typeof sql>;

/** What a visitor left on the website. */
export const visitorPlaces: readonly ErasablePlace[] = [
  rowsPlace({
    kind: 'leads',
    table: subscriptionTable,
    key: subscriptionTable.id,
    order: subscriptionTable.createdAt,
    org: null,
    where: (subject) => ofSite(subject, { email: subscriptionTable.email }),
  }),
  rowsPlace({
    kind: 'contactRequests',
    table: contactRequestTable,
    key: contactRequestTable.id,
    order: contactRequestTable.createdAt,
    org: null,
    where: (subject) =>
      ofSite(subject, {
        email: sql`${contactRequestTable.form} ->> 'email'`,
        number: sql`${contactRequestTable.form} ->> 'phoneNumber'`,
      }),
    namedInMail: true,
  }),
  rowsPlace({
    kind: 'bookings',
    table: bookingTable,
    key: bookingTable.id,
    order: bookingTable.createdAt,
    org: null,
    where: (subject) => ofSite(subject, { email: sql`${bookingTable.details} ->> 'email'` }),
    show: (rows) =>
      rows.map(({ manageTokenHash: _, idempotencyKey: _key, requestHash: _hash, ...row }) => row),
    namedInMail: true,
  }),
];

/** The website is the first organisation's: for others nothing is found there. */
function ofSite({ isSite, person }: Subject, at: { readonly email: Text; readonly number?: Text }) {
  if (!isSite) return undefined;
  const { email, number } = person;
  return either([
    email === undefined ? undefined : sameEmail(at.email, email),
    number === undefined || at.number === undefined ? undefined : sameNumber(at.number, number),
  ]);
}
