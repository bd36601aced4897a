import { describe, expect, it } from 'vitest';
import { mailRetryDelay } from './mail-retry-delay.ts';

const MINUTE = 60_000;

describe('mailRetryDelay', () => {
  it('backs off, then repeats every four hours for two days', () => {
    const waits: number[] = [];
    let age = 0;
    for (let attempts = 1; ; attempts += 1) {
      const wait = mailRetryDelay(attempts, age);
      if (wait === null) break;
      waits.push(wait / MINUTE);
      age += wait;
    }
    expect(waits.slice(0, 6)).toEqual([1, 5, 15, 60, 240, 240]);
    expect(age).toBeLessThanOrEqual(48 * 60 * MINUTE);
    expect(age).toBeGreaterThan(44 * 60 * MINUTE);
  });
});
