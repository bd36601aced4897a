import { addDays, type CivilDate, monthOf } from '../calendar/civil-date.ts';

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
};

/** The free day of the same month that an arrow key leads to from `date`; null when there is none that way. */
export function neighbourDay(
  key: string,
  date: CivilDate,
  isFree: (date: CivilDate) => boolean,
): CivilDate | null {
  const step = steps[key];
  if (step === undefined) return null;
  for (
    let next = addDays(date, step);
    monthOf(next) === monthOf(date);
    next = addDays(next, step)
  ) {
    if (isFree(next)) return next;
  }
  return null;
}
