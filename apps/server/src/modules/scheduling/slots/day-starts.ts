import type { HoursRange } from '../settings/hours-schema.ts';
import type { Schedule } from '../settings/schedule-schema.ts';
import { endInstantAt, instantAt, MINUTE, weekdayOf } from './local-time.ts';

const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

/** The hours of one date in the host's zone: its override, else none on a holiday, else its weekday's. */
export function hoursOf(schedule: Schedule, date: string): readonly HoursRange[] {
  const override = schedule.overrides[date];
  if (override !== undefined) return override;
  if (schedule.holidays.some((holiday) => holiday.date === date)) return [];
  const weekday = WEEKDAYS[weekdayOf(date)];
  return weekday === undefined ? [] : schedule.workingHours[weekday];
}

const remembered = new WeakMap<Schedule, Map<string, readonly number[]>>();

/**
 * The moments at which a call may start on a date of the host's zone, whatever is taken: in order,
 * each on the wall clock's grid, none skipped or repeated by a change of clocks, each with room for
 * the whole call. Zones are slow to reckon with, so a date is reckoned once for a schedule.
 */
export function dayStarts(schedule: Schedule, date: string): readonly number[] {
  let days = remembered.get(schedule);
  if (days === undefined) {
    days = new Map();
    remembered.set(schedule, days);
  }
  let starts = days.get(date);
  if (starts === undefined) {
    starts = hoursOf(schedule, date).flatMap((range) => rangeStarts(schedule, date, range));
    days.set(date, starts);
  }
  return starts;
}

function rangeStarts(schedule: Schedule, date: string, range: HoursRange): number[] {
  const { durationMinutes, slotIntervalMinutes, hostTimeZone } = schedule;
  const end = endInstantAt(date, range.to, hostTimeZone);
  const starts: number[] = [];
  for (let minute = range.from; minute < range.to; minute += slotIntervalMinutes) {
    const start = instantAt(date, minute, hostTimeZone);
    if (start !== null && start + durationMinutes * MINUTE <= end) starts.push(start);
  }
  return starts;
}
