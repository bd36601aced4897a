import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { OpenDatabase } from '../../src/platform/database/database.ts';
import { bookingTable, mailTable } from '../../src/platform/database/schema.ts';
import type { Answer, SendOptions, TestServer } from '../server/test-server.ts';

/** Who books in tests. */
export const testVisitor = {
  timeZone: 'Europe/London',
  name: 'Ada Lovelace',
  email: 'ada@school.example',
  institution: 'Analytical School',
  serviceOfInterest: 'Training',
  note: 'About 400 students.',
  utm: { utm_source: 'news' },
};

/** Speaks to the scheduling service of a test server, and looks behind it. */
export function createBookingClient(server: () => TestServer, database: () => OpenDatabase) {
  const send = (method: string, path: string, options: SendOptions = {}) =>
    server().send(method, `/scheduling/api${path}`, { key: null, ...options });
  const days = async (from: string, to: string, timeZone = 'America/New_York') => {
    const query = new URLSearchParams({ from, to, timeZone });
    return (await send('GET', `/slots?${query}`)).json;
  };
  return {
    send,
    days,
    /** Free starts on a date in New York. */
    async starts(date: string): Promise<string[]> {
      const { days: free } = await days(date, date);
      return (free[0]?.slots ?? []).map((slot: { startsAt: string }) => slot.startsAt);
    },
    book: (startsAt: string, options: { key?: string; body?: object } = {}) =>
      send('POST', '/bookings', {
        body: { ...testVisitor, startsAt, ...options.body },
        headers: { 'Idempotency-Key': options.key ?? randomUUID() },
      }),
    read: (id: string, key: string | null) => send('GET', `/bookings/${id}`, { key }),
    manage: ({ json }: Answer, action: 'reschedule' | 'cancel', body: object) =>
      send('POST', `/bookings/${json.id}/${action}`, { key: json.manageToken, body }),
    async rowOf(id: string) {
      const [row] = await database().db.select().from(bookingTable).where(eq(bookingTable.id, id));
      return row;
    },
    bookings: () => database().db.select().from(bookingTable),
    /** Mails that are owed to an address. */
    async mailsTo(address: string) {
      const rows = await database().db.select().from(mailTable);
      return rows.map(({ message }) => message).filter((mail) => mail.to.address === address);
    },
    /** Mails that answer to an address: what the operator gets. */
    async mailsAbout(address: string) {
      const rows = await database().db.select().from(mailTable);
      return rows.map(({ message }) => message).filter((mail) => mail.replyTo?.address === address);
    },
  };
}
