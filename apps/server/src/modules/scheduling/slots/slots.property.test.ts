import { slotsSchema } from '@kindling/protocol/scheduling';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { scheduleSchema } from '../settings/schedule-schema.ts';
import { type Availability, bookableDates, isAvailable, takeTime } from './available-starts.ts';
import { hoursOf } from './day-starts.ts';
import { addDays, dateAt, startOfDay } from './local-time.ts';
import { visitorDays } from './visitor-days.ts';

const MINUTE = 60_000;
const zone = fc.constantFrom(
  'America/New_York',
  'Europe/London',
  'Africa/Cairo',
  'America/Havana',
  'America/Santiago',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Asia/Kathmandu',
  'UTC',
);
/** Around changes of clocks, where mistakes live, and anywhere. */
const instant = fc
  .oneof(
    fc.constantFrom(
      '2026-09-06',
      '2026-10-04',
      '2026-10-25',
      '2026-11-01',
      '2027-03-14',
      '2027-03-28',
      '2027-04-04',
      '2027-04-30',
    ),
    fc.integer({ min: 0, max: 700 }).map((days) => addDays('2026-01-01', days)),
  )
  .chain((date) =>
    fc
      .integer({ min: -3 * 1_440 * MINUTE, max: 1_440 * MINUTE })
      .map((offset) => Date.parse(date) + offset),
  );

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const hours = fc
  .uniqueArray(fc.integer({ min: 0, max: 96 }), { minLength: 0, maxLength: 6 })
  .map((marks) => {
    const sorted = marks.toSorted((one, other) => one - other).map((mark) => mark * 15);
    const ranges: string[] = [];
    for (let index = 0; index + 1 < sorted.length; index += 2) {
      ranges.push(`${clock(sorted[index] ?? 0)}-${clock(sorted[index + 1] ?? 0)}`);
    }
    return ranges;
  });
const week = fc.record({
  monday: hours,
  tuesday: hours,
  wednesday: hours,
  thursday: hours,
  friday: hours,
  saturday: hours,
  sunday: hours,
});

const settings = fc.record({
  durationMinutes: fc.constantFrom(15, 30, 45, 120),
  slotIntervalMinutes: fc.constantFrom(10, 15, 30, 60),
  hostTimeZone: zone,
  workingHours: week,
  bufferBeforeMinutes: fc.constantFrom(0, 5, 30),
  bufferAfterMinutes: fc.constantFrom(0, 10, 60),
  minimumNoticeMinutes: fc.constantFrom(0, 1, 240, 1_440),
  windowDays: fc.integer({ min: 1, max: 9 }),
  dailyCap: fc.integer({ min: 1, max: 6 }),
});

const situation = fc
  .record({
    settings,
    now: instant,
    visitorZone: zone,
    overrides: fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), hours), { maxLength: 3 }),
    closed: fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 2 }),
    picks: fc.array(fc.nat(), { maxLength: 12 }),
  })
  .map(({ settings: plain, now, visitorZone, overrides, closed, picks }) => {
    const today = dateAt(now, plain.hostTimeZone);
    const schedule = scheduleSchema.parse({
      ...plain,
      overrides: Object.fromEntries(
        overrides.map(([day, ranges]) => [addDays(today, day), ranges]),
      ),
      holidays: closed.map((day) => ({ date: addDays(today, day), name: 'Holiday' })),
    });
    return { schedule, now, visitorZone, picks };
  });

function allAvailable(offer: Availability, timeZone: string) {
  const from = addDays(dateAt(offer.now, timeZone), -2);
  const slots = visitorDays({ from, to: addDays(from, 16), timeZone }, offer);
  return slotsSchema.parse(slots);
}

/** Books what is offered, one after the other, as visitors would. */
function bookSome({
  schedule,
  now,
  visitorZone,
  picks,
}: Parameters<typeof check>[0]): Availability {
  let offer: Availability = { schedule, now, busy: [] };
  for (const pick of picks) {
    const free = allAvailable(offer, visitorZone).days.flatMap((day) => day.slots);
    const slot = free[pick % Math.max(1, free.length)];
    if (slot === undefined) break;
    const start = Date.parse(slot.startsAt);
    expect(isAvailable(start, offer)).toBe(true);
    offer = { ...offer, busy: [...offer.busy, takeTime(schedule, start)] };
  }
  return offer;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** What a clock on the wall shows, by another reckoning than the one under test. */
function wallClock(instant: number, timeZone: string): string {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  formats.set(timeZone, format);
  return format.format(instant);
}

function check(given: {
  readonly schedule: Availability['schedule'];
  readonly now: number;
  readonly visitorZone: string;
  readonly picks: readonly number[];
}): void {
  const offer = bookSome(given);
  const { schedule, now } = offer;
  const { firstDate, lastDate } = bookableDates(offer);
  const seen = new Set<number>();
  let last = 0;
  for (const { date, slots } of allAvailable(offer, given.visitorZone).days) {
    expect(slots.length).toBeGreaterThan(0);
    for (const slot of slots) {
      const start = Date.parse(slot.startsAt);
      const hostDate = dateAt(start, schedule.hostTimeZone);
      expect(dateAt(start, given.visitorZone)).toBe(date);
      expect(Date.parse(slot.endsAt) - start).toBe(schedule.durationMinutes * MINUTE);
      expect(start).toBeGreaterThan(last);
      last = start;
      expect(seen.has(start)).toBe(false);
      seen.add(start);
      expect(start).toBeGreaterThanOrEqual(now + schedule.minimumNoticeMinutes * MINUTE);
      expect(hostDate >= firstDate && hostDate <= lastDate).toBe(true);
      // A clock on the wall shows it, for the first time, within the hours and on their grid.
      const wall = wallClock(start, schedule.hostTimeZone);
      expect(wall.slice(0, 10)).toBe(hostDate);
      for (const ago of [30, 60]) {
        expect(wallClock(start - ago * MINUTE, schedule.hostTimeZone)).not.toBe(wall);
      }
      const minute = Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16));
      const range = hoursOf(schedule, hostDate).find(
        ({ from, to }) => minute >= from && minute < to,
      );
      expect(range).toBeDefined();
      expect((minute - (range?.from ?? 0)) % schedule.slotIntervalMinutes).toBe(0);
      const wanted = takeTime(schedule, start);
      for (const busy of offer.busy) {
        expect(
          wanted.blockedFrom >= busy.blockedUntil || busy.blockedFrom >= wanted.blockedUntil,
        ).toBe(true);
      }
      const dayStart = startOfDay(hostDate, schedule.hostTimeZone);
      const dayEnd = startOfDay(addDays(hostDate, 1), schedule.hostTimeZone);
      expect(Date.parse(slot.endsAt)).toBeLessThanOrEqual(dayEnd);
      const booked = offer.busy.filter(({ startsAt }) => startsAt >= dayStart && startsAt < dayEnd);
      expect(booked.length).toBeLessThan(schedule.dailyCap);
      expect(isAvailable(start, offer)).toBe(true);
      expect(isAvailable(start + MINUTE, offer)).toBe(false);
    }
  }
}

it('offers nothing that cannot be booked, whatever the hours, zones, dates and bookings', () => {
  fc.assert(fc.property(situation, check), { numRuns: 60 });
}, 60_000);

it('offers the same moments in every zone', () => {
  fc.assert(
    fc.property(situation, zone, (given, otherZone) => {
      const offer = bookSome(given);
      const instants = (timeZone: string) =>
        allAvailable(offer, timeZone).days.flatMap((day) => day.slots.map((slot) => slot.startsAt));
      expect(instants(otherZone)).toEqual(instants(given.visitorZone));
    }),
    { numRuns: 30 },
  );
}, 60_000);
