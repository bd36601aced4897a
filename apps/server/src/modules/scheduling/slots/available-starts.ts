import type { Schedule } from '../settings/schedule-schema.ts';
import { dayStarts } from './day-starts.ts';
import { addDays, dateAt, MINUTE, startOfDay } from './local-time.ts';

/** A confirmed booking: its start, and the time it blocks with its buffers. Epoch milliseconds. */
export interface BusyTime {
  readonly startsAt: number;
  readonly blockedFrom: number;
  readonly blockedUntil: number;
}

/** All that decides what is on offer; `now` is given, never looked up. */
export interface Availability {
  readonly schedule: Schedule;
  readonly now: number;
  readonly busy: readonly BusyTime[];
}

/** First and last date, in the host's zone, on which something may be offered. */
export function bookableDates({ schedule, now }: Omit<Availability, 'busy'>): {
  readonly firstDate: string;
  readonly lastDate: string;
} {
  const firstDate = dateAt(now, schedule.hostTimeZone);
  return { firstDate, lastDate: addDays(firstDate, schedule.windowDays) };
}

/** The time that a call starting at `start` blocks, with its buffers. */
export function takeTime(schedule: Schedule, start: number): BusyTime & { endsAt: number } {
  const endsAt = start + schedule.durationMinutes * MINUTE;
  return {
    startsAt: start,
    endsAt,
    blockedFrom: start - schedule.bufferBeforeMinutes * MINUTE,
    blockedUntil: endsAt + schedule.bufferAfterMinutes * MINUTE,
  };
}

/** The starts on offer on a date of the host's zone, in order. */
export function availableStarts(date: string, offer: Availability): readonly number[] {
  const { schedule, busy } = offer;
  const { firstDate, lastDate } = bookableDates(offer);
  if (date < firstDate || date > lastDate || isFull(date, offer)) return [];
  const earliest = earliestStart(offer);
  return dayStarts(schedule, date).filter((start) => {
    if (start < earliest) return false;
    const wanted = takeTime(schedule, start);
    return !busy.some((other) => overlaps(wanted, other));
  });
}

/** Whether a call may start at this very moment: what the pages offer and nothing else. */
export function isAvailable(start: number, offer: Availability): boolean {
  return availableStarts(dateAt(start, offer.schedule.hostTimeZone), offer).includes(start);
}

/** Notice is rounded up to the whole minute, so that none is ever shorter than promised. */
function earliestStart({ schedule, now }: Availability): number {
  return Math.ceil((now + schedule.minimumNoticeMinutes * MINUTE) / MINUTE) * MINUTE;
}

function isFull(date: string, { schedule, busy }: Availability): boolean {
  const from = startOfDay(date, schedule.hostTimeZone);
  const until = startOfDay(addDays(date, 1), schedule.hostTimeZone);
  const booked = busy.filter(({ startsAt }) => startsAt >= from && startsAt < until);
  return booked.length >= schedule.dailyCap;
}

function overlaps(one: BusyTime, other: BusyTime): boolean {
  return one.blockedFrom < other.blockedUntil && other.blockedFrom < one.blockedUntil;
}
