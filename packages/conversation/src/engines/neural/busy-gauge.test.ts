import { expect, it } from 'vitest';
import { createBusyGauge } from './busy-gauge.ts';

function setUp(parallel = 1) {
  let now = 0;
  const gauge = createBusyGauge({ now: () => now }, parallel);
  return { gauge, pass: (time: number) => (now += time) };
}

it('is free before anything is known, and while the voice is quick', () => {
  const { gauge } = setUp();
  expect(gauge.isBusy()).toBe(false);
  gauge.measure(40, 200);
  expect(gauge.isBusy()).toBe(false);
});

it('is busy while so much is waiting that a caller would notice', () => {
  const { gauge } = setUp();
  gauge.measure(40, 200);
  const ends = [gauge.begin(60), gauge.begin(50)];
  expect(gauge.isBusy()).toBe(true);
  ends[0]?.();
  ends[0]?.();
  expect(gauge.isBusy()).toBe(false);
  const { gauge: two } = setUp(2);
  two.measure(40, 200);
  two.begin(90);
  expect(two.isBusy()).toBe(false);
});

it('is busy while the voice is slower than speech, and tries it again later and later', () => {
  const { gauge, pass } = setUp();
  gauge.measure(40, 4_000);
  expect(gauge.isBusy()).toBe(true);
  pass(11_000);
  expect(gauge.isBusy()).toBe(false);
  gauge.measure(40, 4_000);
  pass(11_000);
  expect(gauge.isBusy()).toBe(true);
  pass(11_000);
  expect(gauge.isBusy()).toBe(false);
  gauge.measure(40, 200);
  expect(gauge.isBusy()).toBe(false);
});
