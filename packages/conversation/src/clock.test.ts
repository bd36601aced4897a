import { afterEach, expect, it, vi } from 'vitest';
import { createSystemClock } from './clock.ts';

const HOURS = 3_600_000;

afterEach(() => void vi.restoreAllMocks());

/** The machine's time is another by so much, while what it counts since its start goes on. */
function setMachineTime(by: number): number {
  const time = Date.now() + by;
  vi.spyOn(Date, 'now').mockReturnValue(time);
  return time;
}

it('follows the machine when it wakes up, or is told the time', () => {
  const clock = createSystemClock();
  const time = setMachineTime(8 * HOURS);
  expect(Math.abs(clock.now() - time)).toBeLessThanOrEqual(1_000);
});

it('never runs backwards', () => {
  const clock = createSystemClock();
  const before = clock.now();
  setMachineTime(-8 * HOURS);
  const set = clock.now();
  expect(set).toBeGreaterThanOrEqual(before);
  expect(set - before).toBeLessThan(HOURS);
});
