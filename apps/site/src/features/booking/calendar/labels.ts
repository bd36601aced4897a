import type { Slot } from '@kindling/protocol/scheduling';
import { type CivilDate, type CivilMonth, dateIn } from './civil-date.ts';
import { formatter } from './formatter.ts';

/** All wording of dates and times. Formatting is all the browser does with them: the server counts. */

/** `Monday 2 November`, with the year if asked for. */
export function dayLabel(date: CivilDate, { year = false } = {}): string {
  const parts = partsOf(new Date(`${date}T12:00:00Z`), {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  const plain = `${parts.weekday} ${parts.day} ${parts.month}`;
  return year ? `${plain} ${parts.year}` : plain;
}

/** `Monday 2 November 2026, 6 times`. */
export function availableDayLabel(date: CivilDate, times: number): string {
  return `${dayLabel(date, { year: true })}, ${countLabel(times)}`;
}

export function countLabel(times: number): string {
  return times === 1 ? '1 time' : `${times} times`;
}

/** `November 2026`. */
export function monthLabel(month: CivilMonth): string {
  const parts = partsOf(new Date(`${month}-15T12:00:00Z`), {
    timeZone: 'UTC',
    month: 'long',
    year: 'numeric',
  });
  return `${parts.month} ${parts.year}`;
}

/** `9:00 AM`. */
export function clockLabel(instant: string, timeZone: string): string {
  const format = formatter({ timeZone, hour: 'numeric', minute: '2-digit' });
  // Newer browsers put a narrow space before AM.
  return format.format(new Date(instant)).replace(/\s/g, ' ');
}

/** `9:00 AM Eastern, Monday 2 November`: what a time's button is called. */
export function timeLabel(instant: string, timeZone: string): string {
  const day = dayLabel(dateIn(timeZone, new Date(instant)));
  return `${clockLabel(instant, timeZone)} ${zoneLabel(timeZone, instant)}, ${day}`;
}

/** `9:00 – 9:30 AM`, or `11:45 AM – 12:15 PM`. */
export function spanLabel({ startsAt, endsAt }: Slot, timeZone: string): string {
  const start = clockLabel(startsAt, timeZone);
  const end = clockLabel(endsAt, timeZone);
  const sameHalf = start.slice(-2) === end.slice(-2);
  return `${sameHalf ? start.replace(/ [AP]M$/, '') : start} – ${end}`;
}

/** `Eastern`, `India Standard`, or an offset where a zone has no name. */
export function zoneLabel(timeZone: string, instant: string): string {
  const name = zoneName(timeZone, new Date(instant), 'longGeneric');
  if (!name.startsWith('GMT')) return name.replace(/ Time$/, '');
  const offset = offsetLabel(timeZone, new Date(instant));
  return offset === 'UTC+0' ? 'UTC' : offset;
}

/** `UTC−5` or `UTC+5:30` at that moment. */
export function offsetLabel(timeZone: string, instant: Date): string {
  const name = zoneName(timeZone, instant, 'shortOffset').replace('GMT', 'UTC');
  return name === 'UTC' ? 'UTC+0' : name.replace('-', '−');
}

/** Whether the wall clock shows before noon. */
export function isMorning(instant: string, timeZone: string): boolean {
  return clockLabel(instant, timeZone).endsWith('AM');
}

function zoneName(timeZone: string, instant: Date, style: 'longGeneric' | 'shortOffset'): string {
  const format = formatter({ timeZone, timeZoneName: style });
  return format.formatToParts(instant).find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
}

function partsOf(date: Date, options: Intl.DateTimeFormatOptions): Partial<Record<string, string>> {
  const parts = formatter(options).formatToParts(date);
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]));
}
