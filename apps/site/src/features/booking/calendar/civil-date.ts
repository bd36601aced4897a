import { formatter } from './formatter.ts';

/** Dates without a time or a zone, as `2026-11-02`: counted in UTC, where every day has 24 hours. */
export type CivilDate = string;
/** A month, as `2026-11`. */
export type CivilMonth = string;

const DAY = 86_400_000;

export function isCivilDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && addDays(text, 0) === text;
}

export function addDays(date: CivilDate, days: number): CivilDate {
  const time = Date.parse(`${date}T00:00:00Z`) + days * DAY;
  return Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 10);
}

/** 0 is Sunday. */
export function weekday(date: CivilDate): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

export function monthOf(date: CivilDate): CivilMonth {
  return date.slice(0, 7);
}

export function addMonths(month: CivilMonth, months: number): CivilMonth {
  const year = Number(month.slice(0, 4));
  const index = Number(month.slice(5)) - 1 + months;
  return new Date(Date.UTC(year, index)).toISOString().slice(0, 7);
}

export function firstOf(month: CivilMonth): CivilDate {
  return `${month}-01`;
}

export function lastOf(month: CivilMonth): CivilDate {
  return addDays(firstOf(addMonths(month, 1)), -1);
}

/** The date of an instant in a time zone. */
export function dateIn(timeZone: string, instant: Date): CivilDate {
  const parts = formatter({
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(instant);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}
