import { describe, expect, it } from 'vitest';
import { scheduleSchema } from '../settings/schedule-schema.ts';
import { type Availability, availableStarts, takeTime } from './available-starts.ts';
import { visitorDays } from './visitor-days.ts';

const everyDay = (hours: string[]) =>
  Object.fromEntries(
    ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [
      day,
      hours,
    ]),
  );

function offer(settings: object, now: string, busyStarts: readonly string[] = []): Availability {
  const schedule = scheduleSchema.parse(settings);
  const busy = busyStarts.map((start) => takeTime(schedule, Date.parse(start)));
  return { schedule, now: Date.parse(now), busy };
}
const starts = (date: string, given: Availability) =>
  availableStarts(date, given).map((start) => new Date(start).toISOString().slice(0, 16));

describe('what is on offer', () => {
  it('skips what the clocks jump over, and offers a repeated hour once', () => {
    const hours = { workingHours: everyDay(['00:30-04:00']), hostTimeZone: 'America/New_York' };
    expect(starts('2027-03-14', offer(hours, '2027-03-01T00:00:00Z'))).toEqual([
      '2027-03-14T05:30',
      '2027-03-14T06:00',
      '2027-03-14T06:30',
      '2027-03-14T07:00',
      '2027-03-14T07:30',
    ]);
    expect(starts('2026-11-01', offer(hours, '2026-10-20T00:00:00Z'))).toEqual([
      '2026-11-01T04:30',
      '2026-11-01T05:00',
      '2026-11-01T05:30',
      '2026-11-01T07:00',
      '2026-11-01T07:30',
      '2026-11-01T08:00',
      '2026-11-01T08:30',
    ]);
  });

  it('ends hours that end in a gap when the clocks jump', () => {
    const hours = { workingHours: everyDay(['01:00-02:45']) };
    expect(starts('2027-03-14', offer(hours, '2027-03-01T00:00:00Z'))).toEqual([
      '2027-03-14T06:00',
      '2027-03-14T06:30',
    ]);
  });

  it('works on a day without a midnight, for the host and for the visitor', () => {
    const cairo = { workingHours: everyDay(['00:00-02:00']), hostTimeZone: 'Africa/Cairo' };
    const given = offer(cairo, '2027-04-20T00:00:00Z');
    expect(starts('2027-04-30', given)).toEqual(['2027-04-29T22:00', '2027-04-29T22:30']);
    const range = { from: '2027-04-30', to: '2027-04-30', timeZone: 'Africa/Cairo' };
    expect(visitorDays(range, given).days).toEqual([
      {
        date: '2027-04-30',
        slots: [
          { startsAt: '2027-04-29T22:00:00Z', endsAt: '2027-04-29T22:30:00Z' },
          { startsAt: '2027-04-29T22:30:00Z', endsAt: '2027-04-29T23:00:00Z' },
        ],
      },
    ]);
  });

  it('fills a day to 24:00', () => {
    const given = offer({ workingHours: everyDay(['23:00-24:00']) }, '2026-06-01T00:00:00Z');
    expect(starts('2026-06-02', given)).toEqual(['2026-06-03T03:00', '2026-06-03T03:30']);
  });

  it('rounds the notice up to the minute', () => {
    const settings = { minimumNoticeMinutes: 60 };
    const first = (now: string) => starts('2026-06-02', offer(settings, now))[0];
    expect(first('2026-06-02T13:00:00.000Z')).toBe('2026-06-02T14:00');
    expect(first('2026-06-02T13:00:00.001Z')).toBe('2026-06-02T14:30');
    expect(first('2026-06-02T13:00:59.000Z')).toBe('2026-06-02T14:30');
  });

  it('offers the last day of the window and nothing after it', () => {
    const given = offer({ windowDays: 7 }, '2026-06-01T12:00:00Z');
    expect(starts('2026-06-08', given)).toHaveLength(16);
    expect(starts('2026-06-09', given)).toEqual([]);
    // At this moment the host's calendar shows 31 May.
    const evening = offer(
      { windowDays: 1, workingHours: everyDay(['09:00-10:00']) },
      '2026-06-01T03:00:00Z',
    );
    expect(starts('2026-06-01', evening)).toHaveLength(2);
    expect(starts('2026-06-02', evening)).toEqual([]);
  });

  it('takes the buffers of both calls', () => {
    const settings = {
      workingHours: everyDay(['09:00-13:00']),
      bufferBeforeMinutes: 30,
      bufferAfterMinutes: 60,
    };
    // Taken from 10:30 to 12:30; a call before it needs its own hour, one after it its half hour.
    const given = offer(settings, '2026-06-01T00:00:00Z', ['2026-06-02T15:00:00Z']);
    expect(starts('2026-06-02', given)).toEqual(['2026-06-02T13:00']);
  });

  it('stops at the daily cap, by the host’s day', () => {
    const settings = { dailyCap: 2, workingHours: everyDay(['00:00-24:00']) };
    const booked = ['2026-06-02T04:00:00Z', '2026-06-03T03:00:00Z'];
    const given = offer(settings, '2026-06-01T00:00:00Z', booked);
    expect(starts('2026-06-02', given)).toEqual([]);
    expect(starts('2026-06-03', given).length).toBeGreaterThan(40);
  });

  it('lets an override replace hours, close a day, and open a holiday', () => {
    const settings = {
      overrides: {
        '2026-06-02': ['20:00-21:00'],
        '2026-06-03': 'closed',
        '2026-06-05': ['09:00-09:30'],
      },
      holidays: [
        { date: '2026-06-04', name: 'Staff day' },
        { date: '2026-06-05', name: 'Fair' },
      ],
    };
    const given = offer(settings, '2026-06-01T00:00:00Z');
    expect(starts('2026-06-02', given)).toEqual(['2026-06-03T00:00', '2026-06-03T00:30']);
    expect(starts('2026-06-03', given)).toEqual([]);
    expect(starts('2026-06-04', given)).toEqual([]);
    expect(starts('2026-06-05', given)).toEqual(['2026-06-05T13:00']);
  });

  it('offers no call longer than what is left of the hours', () => {
    const settings = {
      durationMinutes: 45,
      workingHours: everyDay(['09:00-10:30', '11:00-11:30']),
    };
    expect(starts('2026-06-02', offer(settings, '2026-06-01T00:00:00Z'))).toEqual([
      '2026-06-02T13:00',
      '2026-06-02T13:30',
    ]);
  });

  it('knows when nothing is left in the whole window', () => {
    const given = offer({ workingHours: {} }, '2026-06-01T00:00:00Z');
    const range = { from: '2026-06-01', to: '2026-06-30', timeZone: 'UTC' };
    expect(visitorDays(range, given)).toMatchObject({ days: [], nextDate: null });
  });
});
