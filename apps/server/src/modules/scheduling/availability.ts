import type { Slots } from '@kindling/protocol/scheduling';
import type { Database } from '../../platform/database/database.ts';
import { findBusy } from './booking-store.ts';
import { slotTaken } from './host-lock.ts';
import type { SchedulingContext } from './scheduling-context.ts';
import { bookableDates, isAvailable, takeTime } from './slots/available-starts.ts';
import { addDays, dateAt } from './slots/local-time.ts';
import { type VisitorRange, visitorDays } from './slots/visitor-days.ts';

/** Buffers reach into the days beside, and bookings keep the date of the zone they were made in. */
const MARGIN_DAYS = 2;

/** What is free in the visitor's range. */
export async function readSlots(context: SchedulingContext, range: VisitorRange): Promise<Slots> {
  const { db, schedule, clock } = context;
  const now = clock.now();
  const { firstDate, lastDate } = bookableDates({ schedule, now });
  const busy = await findBusy(db, {
    from: addDays(firstDate, -MARGIN_DAYS),
    to: addDays(lastDate, MARGIN_DAYS),
  });
  return visitorDays(range, { schedule, now, busy });
}

/**
 * @throws `slot_taken` unless a call may start at `start`; `without` is a booking that would move there
 */
export async function checkAvailable(
  db: Database,
  { schedule, clock }: SchedulingContext,
  { start, without }: { readonly start: number; readonly without?: string },
): Promise<void> {
  const date = dateAt(start, schedule.hostTimeZone);
  const now = clock.now();
  const { firstDate, lastDate } = bookableDates({ schedule, now });
  // Far from here there are dates that the database does not know.
  if (date < firstDate || date > lastDate) throw slotTaken();
  const busy = await findBusy(db, {
    from: addDays(date, -MARGIN_DAYS),
    to: addDays(date, MARGIN_DAYS),
    ...(without === undefined ? {} : { without }),
  });
  if (!isAvailable(start, { schedule, now, busy })) throw slotTaken();
}

/** The columns of a booking that starts at `start`. */
export function toTimeColumns({ schedule }: SchedulingContext, start: number) {
  const time = takeTime(schedule, start);
  return {
    startsAt: new Date(time.startsAt),
    endsAt: new Date(time.endsAt),
    blockedFrom: new Date(time.blockedFrom),
    blockedUntil: new Date(time.blockedUntil),
    hostDate: dateAt(start, schedule.hostTimeZone),
    hostTimeZone: schedule.hostTimeZone,
  };
}
