import { describe, expect, it } from 'vitest';
import { addDays, dateAt, daysBetween, endInstantAt, instantAt, startOfDay } from './local-time.ts';

const HOUR = 3_600_000;
const at = (date: string, time: string): [string, number] => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return [date, hours * 60 + minutes];
};
const text = (instant: number | null) =>
  instant === null ? null : new Date(instant).toISOString();

describe('local time', () => {
  it.each([
    ['America/New_York', '2026-10-31', '09:00', '2026-10-31T13:00:00.000Z'],
    ['America/New_York', '2026-11-01', '09:00', '2026-11-01T14:00:00.000Z'],
    ['America/New_York', '2027-03-14', '09:00', '2027-03-14T13:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-02', '09:00', '2026-11-02T03:30:00.000Z'],
    ['Asia/Kathmandu', '2026-11-02', '09:00', '2026-11-02T03:15:00.000Z'],
    ['Pacific/Chatham', '2026-11-02', '09:00', '2026-11-01T19:15:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-02', '09:00', '2026-11-01T19:00:00.000Z'],
    // A day ends where the next one begins.
    ['America/New_York', '2026-11-01', '24:00', '2026-11-02T05:00:00.000Z'],
  ])('in %s on %s, %s is %s', (zone, date, time, expected) => {
    expect(text(instantAt(...at(date, time), zone))).toBe(expected);
  });

  it.each([
    ['America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30:00.000Z'],
    ['Europe/London', '2026-10-25', '01:30', '2026-10-25T00:30:00.000Z'],
    ['Australia/Lord_Howe', '2027-04-04', '01:45', '2027-04-03T14:45:00.000Z'],
  ])('takes the first pass of an hour that %s repeats on %s', (zone, date, time, expected) => {
    expect(text(instantAt(...at(date, time), zone))).toBe(expected);
  });

  it.each([
    ['America/New_York', '2027-03-14', '02:30', '2027-03-14T07:00:00.000Z'],
    ['Europe/London', '2027-03-28', '01:30', '2027-03-28T01:00:00.000Z'],
    ['Australia/Lord_Howe', '2026-10-04', '02:15', '2026-10-03T15:30:00.000Z'],
    ['Africa/Cairo', '2027-04-29', '24:00', '2027-04-29T22:00:00.000Z'],
  ])('knows no moment that %s skips on %s, but when the clocks jump', (zone, date, time, jump) => {
    expect(instantAt(...at(date, time), zone)).toBeNull();
    expect(text(endInstantAt(...at(date, time), zone))).toBe(jump);
  });

  it.each([
    ['Africa/Cairo', '2027-04-30'],
    ['America/Havana', '2027-03-14'],
    ['America/Santiago', '2026-09-06'],
  ])('begins a day without a midnight at one o’clock: %s, %s', (zone, date) => {
    expect(startOfDay(date, zone)).toBe(instantAt(date, 60, zone));
    expect(instantAt(date, 0, zone)).toBeNull();
    expect(dateAt(startOfDay(date, zone), zone)).toBe(date);
    expect(dateAt(startOfDay(date, zone) - 1, zone)).toBe(addDays(date, -1));
  });

  it.each([
    ['America/New_York', '2026-11-01', 25],
    ['America/New_York', '2027-03-14', 23],
    ['Australia/Lord_Howe', '2026-10-04', 23.5],
    ['Australia/Lord_Howe', '2027-04-04', 24.5],
  ])('in %s, %s has %d hours', (zone, date, hours) => {
    const length = startOfDay(addDays(date, 1), zone) - startOfDay(date, zone);
    expect(length / HOUR).toBe(hours);
  });

  it('counts days across months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(daysBetween('2026-02-28', '2026-03-01')).toBe(1);
    expect(daysBetween('2026-03-01', '2026-02-28')).toBe(-1);
  });
});
