import { describe, expect, it } from 'vitest';
import type { Clock } from './clock.ts';
import { retry, wait } from './retry.ts';

/** Fails as often as there are `failures`, then answers the number of the attempt. */
function failing(...failures: readonly unknown[]) {
  const attempts: number[] = [];
  const run = async (attempt: number) => {
    attempts.push(attempt);
    const failure = failures[attempt - 1];
    if (failure !== undefined) throw failure;
    return attempt;
  };
  return { attempts, run };
}

describe('retry', () => {
  it('tries until it succeeds, and waits in between as its options say', async () => {
    const pauses: unknown[] = [];
    const pause = async (attempt: number, error: unknown) => void pauses.push([attempt, error]);
    expect(await retry({ attempts: 5, pause }, failing('a', 'b').run)).toBe(3);
    expect(pauses).toEqual([
      [1, 'a'],
      [2, 'b'],
    ]);
  });

  it('rejects as the last attempt, or as the first that cannot do better', async () => {
    const all = failing('a', 'b', 'c');
    await expect(retry({ attempts: 2 }, all.run)).rejects.toBe('b');
    expect(all.attempts).toEqual([1, 2]);
    const hopeless = failing('a', 'hopeless', 'c');
    const mayRetry = (error: unknown) => error !== 'hopeless';
    await expect(retry({ attempts: 3, mayRetry }, hopeless.run)).rejects.toBe('hopeless');
  });

  it('takes a result for a failure where it is one, and the last for the result', async () => {
    const isFailure = (attempt: number) => attempt < 3;
    expect(await retry({ attempts: 5, isFailure }, failing().run)).toBe(3);
    expect(await retry({ attempts: 2, isFailure }, failing().run)).toBe(2);
  });

  it('ends with its signal, between attempts and in one', async () => {
    const stop = new AbortController();
    const { attempts, run } = failing('a', 'b');
    const pause = () => {
      stop.abort('enough');
      return wait(never, 1_000, stop.signal);
    };
    const policy = { attempts: 3, signal: stop.signal };
    await expect(retry({ ...policy, pause }, run)).rejects.toBe('enough');
    await expect(retry(policy, run)).rejects.toBe('a');
    expect(attempts).toEqual([1, 1]);
  });
});

const never: Pick<Clock, 'schedule'> = { schedule: () => () => {} };
