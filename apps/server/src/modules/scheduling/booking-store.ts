import { and, asc, between, eq, gte, lt, ne, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { bookingTable } from '../../platform/database/schema.ts';
import type { BookingRow } from './booking-record.ts';
import type { BusyTime } from './slots/available-starts.ts';

/** One host so far: the exclusion constraint and the lock are kept by host. */
export const HOST_ID = 1;
/** Any number, the same in every Kindling. */
const SCHEDULING_LOCK = 5_463_465;

/** Everyone else who wants to change this host's bookings waits until the transaction ends. */
export async function lockHost(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${SCHEDULING_LOCK}::int4, ${HOST_ID}::int4)`);
}

/** Confirmed bookings on dates of the host's calendar, both included; without one, to move it. */
export async function findBusy(
  db: Database,
  range: { readonly from: string; readonly to: string; readonly without?: string },
): Promise<BusyTime[]> {
  const rows = await db
    .select({
      startsAt: bookingTable.startsAt,
      blockedFrom: bookingTable.blockedFrom,
      blockedUntil: bookingTable.blockedUntil,
    })
    .from(bookingTable)
    .where(
      and(
        eq(bookingTable.hostId, HOST_ID),
        eq(bookingTable.status, 'confirmed'),
        between(bookingTable.hostDate, range.from, range.to),
        range.without === undefined ? undefined : ne(bookingTable.id, range.without),
      ),
    );
  return rows.map((row) => ({
    startsAt: row.startsAt.getTime(),
    blockedFrom: row.blockedFrom.getTime(),
    blockedUntil: row.blockedUntil.getTime(),
  }));
}

export async function findBooking(db: Database, id: string): Promise<BookingRow | null> {
  const [row] = await db.select().from(bookingTable).where(eq(bookingTable.id, id));
  return row ?? null;
}

export async function findByIdempotencyKey(
  db: Database,
  keyHash: string,
): Promise<BookingRow | null> {
  const [row] = await db
    .select()
    .from(bookingTable)
    .where(eq(bookingTable.idempotencyKey, keyHash));
  return row ?? null;
}

export async function insertBooking(
  tx: Database,
  row: typeof bookingTable.$inferInsert,
): Promise<BookingRow> {
  const [stored] = await tx.insert(bookingTable).values(row).returning();
  if (stored === undefined) throw new Error('The booking was not stored.');
  return stored;
}

/** One UPDATE, so that what it frees and what it takes change at once. */
export async function updateBooking(
  tx: Database,
  id: string,
  change: Partial<typeof bookingTable.$inferInsert>,
): Promise<BookingRow> {
  const [stored] = await tx
    .update(bookingTable)
    .set({ ...change, sequence: sql`${bookingTable.sequence} + 1` })
    .where(eq(bookingTable.id, id))
    .returning();
  if (stored === undefined) throw new Error('The booking was not changed.');
  return stored;
}

/** Bookings of every status that start within [from, until), by their start. */
export function listBookings(
  db: Database,
  range: { readonly from: Date; readonly until: Date; readonly limit: number },
): Promise<BookingRow[]> {
  return db
    .select()
    .from(bookingTable)
    .where(
      and(
        eq(bookingTable.hostId, HOST_ID),
        gte(bookingTable.startsAt, range.from),
        lt(bookingTable.startsAt, range.until),
      ),
    )
    .orderBy(asc(bookingTable.startsAt), asc(bookingTable.id))
    .limit(range.limit);
}
