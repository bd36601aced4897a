import { expect, it } from 'vitest';
import { nearestSlots } from './nearest-slots.ts';
import { neighbourDay } from './neighbour-day.ts';

const free = new Set(['2026-11-02', '2026-11-03', '2026-11-06', '2026-11-16']);
const isFree = (date: string) => free.has(date);

it.each([
  ['ArrowRight', '2026-11-02', '2026-11-03'],
  ['ArrowRight', '2026-11-03', '2026-11-06'],
  ['ArrowLeft', '2026-11-06', '2026-11-03'],
  ['ArrowDown', '2026-11-02', '2026-11-16'],
  ['ArrowUp', '2026-11-16', '2026-11-02'],
  ['ArrowUp', '2026-11-06', null],
  ['ArrowLeft', '2026-11-02', null],
  ['Enter', '2026-11-02', null],
])('%s from %s leads to %s', (key, from, to) => {
  expect(neighbourDay(key, from, isFree)).toBe(to);
});

it('offers the slots nearest to the one that was taken, in order', () => {
  const slots = [9, 10, 11, 13, 16].map((hour) => ({
    startsAt: `2026-11-02T${String(hour).padStart(2, '0')}:00:00Z`,
    endsAt: `2026-11-02T${String(hour).padStart(2, '0')}:30:00Z`,
  }));
  const near = nearestSlots(slots, '2026-11-02T12:00:00Z', 3);
  expect(near.map(({ startsAt }) => startsAt.slice(11, 13))).toEqual(['10', '11', '13']);
});
