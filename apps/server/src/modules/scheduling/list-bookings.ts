import type { bookingListQuerySchema, OperatorBooking } from '@kindling/protocol/scheduling';
import type { z } from 'zod';
import { badRequest } from './bad-request.ts';
import { toBookedEvent, toOperatorBooking } from './booking-answers.ts';
import { listBookings } from './booking-store.ts';
import type { SchedulingContext } from './scheduling-context.ts';
import { bookableDates } from './slots/available-starts.ts';
import { addDays, daysBetween, startOfDay } from './slots/local-time.ts';

const FIRST = '2000-01-01';
const LAST = '2999-12-31';
const MAX_DAYS = 366;
const MAX_BOOKINGS = 1_000;

/**
 * The operator's list, by start.
 *
 * @throws `bad_request` rather than leave anything out
 */
export async function readBookingList(
  context: SchedulingContext,
  query: z.output<typeof bookingListQuerySchema>,
): Promise<OperatorBooking[]> {
  const { schedule, clock, mail } = context;
  const bookable = bookableDates({ schedule, now: clock.now() });
  const from = query.from ?? bookable.firstDate;
  const to = query.to ?? addDays(from, schedule.windowDays);
  if (from < FIRST) throw badRequest('from', `must be ${FIRST} or later.`);
  if (to > LAST) throw badRequest('to', `must be ${LAST} or earlier.`);
  const days = daysBetween(from, to);
  if (days < 0) throw badRequest('to', 'must not lie before from.');
  if (days > MAX_DAYS) throw badRequest('to', `must lie at most ${MAX_DAYS} days after from.`);
  const rows = await listBookings(context.db, {
    from: new Date(startOfDay(from, schedule.hostTimeZone)),
    until: new Date(startOfDay(addDays(to, 1), schedule.hostTimeZone)),
    limit: MAX_BOOKINGS + 1,
  });
  if (rows.length > MAX_BOOKINGS) {
    throw badRequest('to', `must be earlier: there are more than ${MAX_BOOKINGS} bookings.`);
  }
  return rows.map((row) => toOperatorBooking(row, toBookedEvent(schedule), mail.delivery));
}
