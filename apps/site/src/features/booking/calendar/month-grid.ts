import {
  addDays,
  type CivilDate,
  type CivilMonth,
  firstOf,
  monthOf,
  weekday,
} from './civil-date.ts';

/** The weeks of a month from Sunday to Saturday; null where another month's days would be. Always six, so that no month is taller. */
export function monthGrid(month: CivilMonth): (CivilDate | null)[][] {
  const first = firstOf(month);
  const start = addDays(first, -weekday(first));
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => {
      const date = addDays(start, week * 7 + day);
      return monthOf(date) === month ? date : null;
    }),
  );
}
