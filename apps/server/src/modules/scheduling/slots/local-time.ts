import { Temporal } from 'temporal-polyfill';

// The one place where wall clocks become moments and moments become dates. Moments are epoch
// milliseconds, dates are `YYYY-MM-DD`, minutes count from the wall clock's 00:00.

export const MINUTE = 60_000;
const MINUTES_PER_DAY = 1_440;

/** The moment at which `zone` first shows `minute` of `date`; null where the clocks jump over it. */
export function instantAt(date: string, minute: number, zone: string): number | null {
  const wall = wallTime(date, minute);
  const first = wall.toZonedDateTime(zone, { disambiguation: 'earlier' });
  return first.toPlainDateTime().equals(wall) ? first.epochMilliseconds : null;
}

/** As `momentAt`, for the end of something: where the clocks jump over it, the moment they jump. */
export function endInstantAt(date: string, minute: number, zone: string): number {
  const instant = instantAt(date, minute, zone);
  if (instant !== null) return instant;
  const before = wallTime(date, minute).toZonedDateTime(zone, { disambiguation: 'earlier' });
  const jump = before.getTimeZoneTransition('next');
  return (jump ?? before).epochMilliseconds;
}

/** The first moment of `date` in `zone`: not every day has a midnight. */
export function startOfDay(date: string, zone: string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds;
}

/** What the calendar in `zone` shows at a moment. */
export function dateAt(instant: number, zone: string): string {
  // The machine's clock has fractions, which Temporal refuses.
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(instant))
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .toString();
}

export function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

/** How many days `to` lies after `from`. */
export function daysBetween(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(to).days;
}

/** 0 is Monday. */
export function weekdayOf(date: string): number {
  return Temporal.PlainDate.from(date).dayOfWeek - 1;
}

/** `2026-11-02T14:00:00Z`. */
export function toInstantText(instant: number): string {
  return new Date(instant).toISOString().replace('.000Z', 'Z');
}

function wallTime(date: string, minute: number): Temporal.PlainDateTime {
  const day = Temporal.PlainDate.from(date).add({ days: Math.floor(minute / MINUTES_PER_DAY) });
  const ofDay = minute % MINUTES_PER_DAY;
  return day.toPlainDateTime({ hour: Math.floor(ofDay / 60), minute: ofDay % 60 });
}
