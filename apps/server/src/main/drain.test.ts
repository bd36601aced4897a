import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { createManualClock, type ManualClock } from '../../testing/server/manual-clock.ts';
import { untilDrained } from './drain.ts';

describe('draining', () => {
  let clock: ManualClock;
  let left: number;
  let stop: AbortController;
  let isDone: boolean;
  let looks: boolean[];

  beforeEach(() => {
    looks = [];
    clock = createManualClock();
    left = 2;
    stop = new AbortController();
    isDone = false;
  });
  const start = (timeout = 60_000) =>
    void untilDrained({
      ...{ clock, timeout, signal: stop.signal },
      left: () => left,
      look: (isLate) => looks.push(isLate),
    }).then(() => {
      isDone = true;
    });
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 100) {
      clock.advance(100);
      await setImmediate();
    }
  };

  it('is over at once where nothing goes on', async () => {
    left = 0;
    start();
    await setImmediate();
    expect(isDone).toBe(true);
  });

  it('waits for the last one', async () => {
    start();
    await pass(10_000);
    left = 1;
    await pass(10_000);
    expect(isDone).toBe(false);
    left = 0;
    await pass(300);
    expect(isDone).toBe(true);
  });

  it('waits for no longer than it may', async () => {
    start(5_000);
    await pass(4_800);
    expect(isDone).toBe(false);
    await pass(600);
    expect(isDone).toBe(true);
  });

  it('looks after what is left, and says when the end is near', async () => {
    start(20_000);
    await pass(14_900);
    expect(new Set(looks)).toEqual(new Set([false]));
    await pass(200);
    expect(looks.at(-1)).toBe(true);
    expect(looks.length).toBeGreaterThan(140);
  });

  it('is over when nobody wants to wait', async () => {
    start();
    await pass(1_000);
    stop.abort();
    await setImmediate();
    expect(isDone).toBe(true);
  });
});
