import { expect, it } from 'vitest';
import { createServerWatch } from './server-watch.ts';

function setUp() {
  let now = 0;
  let due = () => {};
  let silences = 0;
  const watch = createServerWatch({
    clock: {
      now: () => now,
      schedule(_, callback) {
        due = callback;
        return () => {};
      },
    },
    limit: 6_000,
    onSilent: () => {
      silences += 1;
    },
  });
  /** The next look comes after so long. */
  const sleep = (seconds: number) => {
    now += seconds * 1_000;
    due();
  };
  const pass = (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 1) sleep(1);
  };
  return { watch, pass, sleep, silences: () => silences };
}

it('tells of a server that stands still, once for each silence', () => {
  const { watch, pass, silences } = setUp();
  pass(5);
  watch.heard();
  pass(5);
  expect(silences()).toBe(0);
  pass(10);
  expect(silences()).toBe(1);
  watch.heard();
  pass(5);
  expect(silences()).toBe(1);
  pass(10);
  expect(silences()).toBe(2);
});

it('tells of nothing when the whole machine slept: machine-asleep', () => {
  const { watch, pass, sleep, silences } = setUp();
  pass(3);
  sleep(60);
  pass(5);
  watch.heard();
  pass(5);
  expect(silences()).toBe(0);
});
