import { expect, it } from 'vitest';
import { createManualClock } from '../../../testing/server/manual-clock.ts';
import { scheduleAt } from './schedule-at.ts';

const DAY = 86_400_000;

it('waits longer than a timer of the platform can', () => {
  const clock = createManualClock();
  const delays: number[] = [];
  const watched = {
    now: clock.now,
    schedule(delay: number, callback: () => void) {
      delays.push(delay);
      return clock.schedule(delay, callback);
    },
  };
  let called = 0;
  scheduleAt(watched, clock.now() + 40 * DAY, () => {
    called += 1;
  });
  const cancel = scheduleAt(watched, clock.now() + 40 * DAY, () => expect.fail('it was cancelled'));
  for (let day = 0; day < 39; day += 1) clock.advance(DAY);
  cancel();
  expect(called).toBe(0);
  clock.advance(DAY);
  clock.advance(DAY);
  expect(called).toBe(1);
  expect(Math.max(...delays)).toBeLessThan(2 ** 31);
});
