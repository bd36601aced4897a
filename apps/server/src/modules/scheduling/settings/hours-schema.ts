import { z } from 'zod';

/** Part of a day, in minutes of its wall clock; `to` is not part of it and at most 1440. */
export interface HoursRange {
  readonly from: number;
  readonly to: number;
}

const RANGE = /^([01]\d|2[0-3]):([0-5]\d)\s*[-–]\s*(?:([01]\d|2[0-3]):([0-5]\d)|(24):(00))$/;

/** One range such as `09:00-12:30`; a day ends at `24:00`. */
const rangeSchema = z.string().transform((text, context): HoursRange => {
  const match = RANGE.exec(text.trim());
  if (match === null) {
    context.addIssue('must read like 09:00-17:00; a day ends at 24:00.');
    return z.NEVER;
  }
  const [, fromHour, fromMinute, toHour, toMinute, endHour, endMinute] = match;
  const from = Number(fromHour) * 60 + Number(fromMinute);
  const to = Number(toHour ?? endHour) * 60 + Number(toMinute ?? endMinute);
  if (to > from) return { from, to };
  context.addIssue('must end after it starts; a night is two ranges, one a day.');
  return z.NEVER;
});

/** The ranges of a day, in order and apart; none means closed. */
export const hoursSchema = z
  .array(rangeSchema)
  .max(24)
  .superRefine((ranges, context) => {
    for (const [index, range] of ranges.entries()) {
      const before = ranges[index - 1];
      if (before === undefined || range.from >= before.to) continue;
      context.addIssue({
        code: 'custom',
        path: [index],
        message: 'must start when the range before it has ended, or later.',
      });
    }
  });
