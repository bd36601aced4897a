import { describe, expect, it } from 'vitest';
import { describeTime } from './describe-time.ts';

const half = (start: string) =>
  [new Date(start), new Date(Date.parse(start) + 30 * 60_000)] as const;

describe('describeTime', () => {
  it.each([
    // The week between the European and the American end of summer time: five hours apart.
    [
      '2026-10-28T14:00Z',
      'America/New_York',
      'Wednesday, October 28, 2026, 10:00 – 10:30 AM',
      'Eastern Daylight Time (EDT)',
    ],
    [
      '2026-10-28T14:00Z',
      'Europe/Berlin',
      'Wednesday, October 28, 2026, 3:00 – 3:30 PM',
      'Central European Standard Time (GMT+1)',
    ],
    [
      '2026-11-02T15:00Z',
      'America/New_York',
      'Monday, November 2, 2026, 10:00 – 10:30 AM',
      'Eastern Standard Time (EST)',
    ],
    // The week between the American and the European start.
    [
      '2026-03-10T14:00Z',
      'America/New_York',
      'Tuesday, March 10, 2026, 10:00 – 10:30 AM',
      'Eastern Daylight Time (EDT)',
    ],
    [
      '2026-03-10T14:00Z',
      'Europe/Berlin',
      'Tuesday, March 10, 2026, 3:00 – 3:30 PM',
      'Central European Standard Time (GMT+1)',
    ],
    [
      '2026-06-01T03:15Z',
      'Asia/Kathmandu',
      'Monday, June 1, 2026, 9:00 – 9:30 AM',
      'Nepal Time (GMT+5:45)',
    ],
    [
      '2026-06-01T15:45Z',
      'UTC',
      'Monday, June 1, 2026, 3:45 – 4:15 PM',
      'Coordinated Universal Time (UTC)',
    ],
    ['2026-06-01T15:45Z', 'Etc/GMT+5', 'Monday, June 1, 2026, 10:45 – 11:15 AM', 'GMT-05:00'],
    // The southern hemisphere, and the day after on the other side of the date line.
    [
      '2026-11-02T15:00Z',
      'Australia/Sydney',
      'Tuesday, November 3, 2026, 2:00 – 2:30 AM',
      'Australian Eastern Daylight Time (GMT+11)',
    ],
    [
      '2026-11-02T17:45Z',
      'Asia/Tokyo',
      'Tuesday, November 3, 2026, 2:45 – 3:15 AM',
      'Japan Standard Time (GMT+9)',
    ],
  ])('%s in %s', (start, timeZone, range, zone) => {
    expect(describeTime(...half(start), timeZone)).toMatchObject({ range, zone });
  });

  it('names both days of a call over midnight', () => {
    expect(describeTime(...half('2026-11-02T22:45Z'), 'Europe/Berlin').range).toBe(
      'Monday, November 2, 2026 at 11:45 PM – Tuesday, November 3, 2026 at 12:15 AM',
    );
  });

  it('names both times when the clocks change during the call', () => {
    expect(describeTime(...half('2026-11-01T05:45Z'), 'America/New_York').zone).toBe(
      'Eastern Daylight Time (EDT), then Eastern Standard Time (EST)',
    );
  });

  it('writes days and subjects', () => {
    expect(describeTime(...half('2026-11-02T15:00Z'), 'America/New_York')).toMatchObject({
      day: 'Monday, November 2',
      short: 'Mon, Nov 2, 10:00 AM EST',
    });
  });
});
