import { describe, expect, it } from 'vitest';
import { addDays, addMonths, dateIn, isCivilDate, lastOf, weekday } from './civil-date.ts';
import { monthGrid } from './month-grid.ts';

describe('monthGrid', () => {
  it('starts weeks on Sunday and leaves other months out', () => {
    const weeks = monthGrid('2026-12');
    expect(weeks[0]).toEqual([
      null,
      null,
      '2026-12-01',
      '2026-12-02',
      '2026-12-03',
      '2026-12-04',
      '2026-12-05',
    ]);
    expect(weeks[4]?.slice(3)).toEqual(['2026-12-30', '2026-12-31', null].concat([null]));
  });

  it.each(['2026-02', '2026-08', '2028-02', '2027-05'])('holds every day of %s once', (month) => {
    const days = monthGrid(month)
      .flat()
      .filter((date) => date !== null);
    expect(days).toHaveLength(Number(lastOf(month).slice(8)));
    expect(new Set(days).size).toBe(days.length);
    expect(monthGrid(month)).toHaveLength(6);
  });
});

describe('civil dates', () => {
  it('counts across years and leap days', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addMonths('2026-11', 2)).toBe('2027-01');
    expect(addMonths('2026-01', -1)).toBe('2025-12');
    expect(weekday('2026-11-02')).toBe(1);
  });

  it.each([
    ['2026-11-02', true],
    ['2026-02-30', false],
    ['2026-13-01', false],
    ['02.11.2026', false],
    ['', false],
  ])('knows whether %j is a date', (text, valid) => {
    expect(isCivilDate(text)).toBe(valid);
  });

  it('finds the date of a moment at a place', () => {
    const moment = new Date('2026-11-02T10:30:00Z');
    expect(dateIn('Pacific/Kiritimati', moment)).toBe('2026-11-03');
    expect(dateIn('Pacific/Pago_Pago', moment)).toBe('2026-11-01');
    // A day without a midnight.
    expect(dateIn('Africa/Cairo', new Date('2027-04-29T22:00:00Z'))).toBe('2027-04-30');
  });
});
