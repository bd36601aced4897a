import { brand } from '@kindling/protocol/brand';
import { DEMO_CALL_MINUTES } from '@kindling/protocol/constants';
import { timeZoneSchema } from '@kindling/protocol/scheduling';
import { z } from 'zod';
import { hoursSchema } from './hours-schema.ts';

const officeHours = ['09:00-17:00'];

/** What counts where the schedule file says nothing. */
const defaults = {
  title: `${DEMO_CALL_MINUTES}-minute demo call`,
  description:
    'A conversation with one of our experts about your school, your goals and how the platform could help.',
  location: 'Video call. Your host writes to you with the link before it begins.',
  hostName: `The ${brand.name} team`,
  hostTimeZone: 'America/New_York',
  workingHours: {
    monday: officeHours,
    tuesday: officeHours,
    wednesday: officeHours,
    thursday: officeHours,
    friday: officeHours,
  },
};

const line = z.string().trim().min(1, 'must not be empty.').max(200);
const minutes = (from: number, to: number) => z.number().int().min(from).max(to);
const date = z.iso.date('must be a date such as 2026-12-25.');
const day = hoursSchema.default([]);
const week = {
  monday: day,
  tuesday: day,
  wednesday: day,
  thursday: day,
  friday: day,
  saturday: day,
  sunday: day,
};

const dayOverride = z.union(
  [z.literal('closed').transform(() => []), hoursSchema],
  'must be "closed" or a list of times such as ["09:00-12:00"].',
);

function nameTheDate({ code }: { readonly code: string }): string | undefined {
  return code === 'invalid_key' ? 'must be a date such as 2026-12-25.' : undefined;
}

const holidays = z.array(z.strictObject({ date, name: line })).max(1_000);

/** The schedule file. Every field may be left out; a field it does not know is an error. */
export const scheduleSchema = z
  .strictObject({
    title: line.default(defaults.title),
    description: z.string().trim().max(2_000).default(defaults.description),
    durationMinutes: minutes(5, 480).default(DEMO_CALL_MINUTES),
    /** From one start to the next. */
    slotIntervalMinutes: minutes(5, 720).default(30),
    /** Where the call takes place, in words. */
    location: line.default(defaults.location),
    hostName: line.default(defaults.hostName),
    hostTimeZone: timeZoneSchema.default(defaults.hostTimeZone),
    /** Days left out are closed. */
    workingHours: z.strictObject(week).prefault(defaults.workingHours),
    /** Hours of single dates, in place of their weekday's; they open a holiday too. */
    overrides: z.record(date, dayOverride, { error: nameTheDate }).default({}),
    holidays: holidays.default([]),
    bufferBeforeMinutes: minutes(0, 240).default(0),
    bufferAfterMinutes: minutes(0, 240).default(10),
    minimumNoticeMinutes: minutes(0, 43_200).default(240),
    /** How many days after today may be booked. */
    windowDays: minutes(1, 365).default(60),
    /** Confirmed calls a day. */
    dailyCap: minutes(1, 500).default(8),
  })
  .readonly();

/** When calls may be booked, checked. Hours are minutes of the host's day. */
export type Schedule = z.output<typeof scheduleSchema>;
