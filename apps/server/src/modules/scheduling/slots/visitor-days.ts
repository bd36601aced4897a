import type { Slots } from '@kindling/protocol/scheduling';
import { type Availability, availableStarts, bookableDates } from './available-starts.ts';
import { addDays, dateAt, MINUTE, startOfDay, toInstantText } from './local-time.ts';

/** Dates of the visitor's calendar, both included. */
export interface VisitorRange {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}

/** What is on offer in the visitor's range, by the visitor's dates; host dates may differ. */
export function visitorDays(range: VisitorRange, offer: Availability): Slots {
  const { schedule } = offer;
  const from = startOfDay(range.from, range.timeZone);
  const until = startOfDay(addDays(range.to, 1), range.timeZone);
  const starts = startsBetween(from, until, offer);
  return {
    timeZone: range.timeZone,
    hostTimeZone: schedule.hostTimeZone,
    days: groupByDate(starts, range, schedule.durationMinutes * MINUTE),
    nextDate: starts.length > 0 ? null : firstDateFrom(until, range.timeZone, offer),
  };
}

function startsBetween(from: number, until: number, offer: Availability): number[] {
  return hostDates(from, until, offer).flatMap((date) =>
    availableStarts(date, offer).filter((start) => start >= from && start < until),
  );
}

function firstDateFrom(from: number, timeZone: string, offer: Availability): string | null {
  for (const date of hostDates(from, Number.POSITIVE_INFINITY, offer)) {
    const start = availableStarts(date, offer).find((one) => one >= from);
    if (start !== undefined) return dateAt(start, timeZone);
  }
  return null;
}

/** The bookable dates of the host's calendar that touch a stretch of time. */
function hostDates(from: number, until: number, offer: Availability): string[] {
  const { hostTimeZone } = offer.schedule;
  const { firstDate, lastDate } = bookableDates(offer);
  const dates: string[] = [];
  for (let date = firstDate; date <= lastDate; date = addDays(date, 1)) {
    if (startOfDay(date, hostTimeZone) >= until) break;
    if (startOfDay(addDays(date, 1), hostTimeZone) > from) dates.push(date);
  }
  return dates;
}

function groupByDate(
  starts: readonly number[],
  { from, timeZone }: VisitorRange,
  duration: number,
): Slots['days'] {
  const days = new Map<string, Slots['days'][number]['slots']>();
  let date = from;
  let dateEnd = startOfDay(addDays(date, 1), timeZone);
  for (const start of starts) {
    while (start >= dateEnd) {
      date = addDays(date, 1);
      dateEnd = startOfDay(addDays(date, 1), timeZone);
    }
    const slots = days.get(date) ?? [];
    slots.push({ startsAt: toInstantText(start), endsAt: toInstantText(start + duration) });
    days.set(date, slots);
  }
  return [...days].map(([day, slots]) => ({ date: day, slots }));
}
