import { afterEach, expect, it, vi } from 'vitest';
import { createSystemClock } from './clock.ts';

const HOURS = 3_600_000;

afterEach(() => void vi.restoreAllMocks());

/** Changes the system time by `by` ms, while performance.now() goes on. */
function setMachineTime(by: number): number {
  const time = Date.now() + by;
  vi.spyOn(Date, 'now').mockReturnValue(time);
  return time;
}

it('follows the system time when the machine wakes up or its time is set', () => {
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
