import { describe, expect, it } from 'vitest';
import {
  availableDayLabel,
  clockLabel,
  dayLabel,
  isMorning,
  monthLabel,
  offsetLabel,
  spanLabel,
  timeLabel,
} from './labels.ts';

describe('labels', () => {
  it('names a free day with its times', () => {
    expect(availableDayLabel('2026-11-02', 6)).toBe('Monday 2 November 2026, 6 times');
    expect(availableDayLabel('2026-11-02', 1)).toBe('Monday 2 November 2026, 1 time');
  });

  it('names a month and a day', () => {
    expect(monthLabel('2027-01')).toBe('January 2027');
    expect(dayLabel('2027-01-01')).toBe('Friday 1 January');
  });

  it.each([
    ['America/New_York', '9:00 AM Eastern, Monday 2 November'],
    ['Asia/Kolkata', '7:30 PM India Standard, Monday 2 November'],
    ['Pacific/Kiritimati', '4:00 AM Line Islands, Tuesday 3 November'],
    ['Etc/GMT+5', '9:00 AM UTC−5, Monday 2 November'],
    ['UTC', '2:00 PM UTC, Monday 2 November'],
  ])('names a time in %s', (zone, label) => {
    expect(timeLabel('2026-11-02T14:00:00Z', zone)).toBe(label);
  });

  it('follows the clock when it changes', () => {
    expect(clockLabel('2026-10-31T13:00:00Z', 'America/New_York')).toBe('9:00 AM');
    expect(clockLabel('2026-11-01T14:00:00Z', 'America/New_York')).toBe('9:00 AM');
    expect(offsetLabel('America/New_York', new Date('2026-10-31T13:00:00Z'))).toBe('UTC−4');
    expect(offsetLabel('America/New_York', new Date('2026-11-01T14:00:00Z'))).toBe('UTC−5');
    expect(offsetLabel('Asia/Kathmandu', new Date('2026-11-02T03:15:00Z'))).toBe('UTC+5:45');
    expect(offsetLabel('UTC', new Date('2026-11-02T03:15:00Z'))).toBe('UTC+0');
  });

  it('says AM once where it is the same', () => {
    const slot = (from: string, to: string) => ({ startsAt: from, endsAt: to });
    expect(
      spanLabel(slot('2026-11-02T14:00:00Z', '2026-11-02T14:30:00Z'), 'America/New_York'),
    ).toBe('9:00 – 9:30 AM');
    expect(
      spanLabel(slot('2026-11-02T16:45:00Z', '2026-11-02T17:15:00Z'), 'America/New_York'),
    ).toBe('11:45 AM – 12:15 PM');
  });

  it('parts the day at noon', () => {
    expect(isMorning('2026-11-02T16:59:00Z', 'America/New_York')).toBe(true);
    expect(isMorning('2026-11-02T17:00:00Z', 'America/New_York')).toBe(false);
  });
});
