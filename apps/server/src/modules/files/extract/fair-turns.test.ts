import { describe, expect, it } from 'vitest';
import { createFairTurns } from './fair-turns.ts';

const signal = new AbortController().signal;

/** Work that ends when the test says so. */
function createBench(concurrency = 2, mostWaiting = 3) {
  const turns = createFairTurns({ concurrency, mostWaiting });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const take = (name: string, given = signal) =>
    turns.take(name.slice(0, 1), given, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    begun,
    take,
    async end(name: string) {
      ends.get(name)?.();
      await settle();
    },
    settle,
  };
}

describe('turns', () => {
  it('are not held up by another key that is slow', async () => {
    const bench = createBench();
    for (const name of ['a1', 'a2', 'a3']) void bench.take(name);
    void bench.take('b1');
    await bench.settle();
    expect(bench.begun).toEqual(['a1', 'b1']);
    void bench.take('b2');
    void bench.take('c1');
    await bench.end('b1');
    await bench.end('b2');
    // `a` still has its one; those who came later were not behind its others.
    expect(bench.begun.slice(0, 4)).toEqual(['a1', 'b1', 'b2', 'c1']);
    await bench.end('a1');
    expect(bench.begun.at(-1)).toBe('a2');
  });

  it('come to each key in turn, however many one has waiting', async () => {
    const bench = createBench(1);
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1']) void bench.take(name);
    await bench.settle();
    for (const name of ['a1', 'a2', 'b1', 'c1']) await bench.end(name);
    expect(bench.begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
  });

  it('go on after work that fails', async () => {
    const turns = createFairTurns({ concurrency: 1, mostWaiting: 3 });
    const failing = turns.take('a', signal, () => Promise.reject(new Error('broken')));
    const next = turns.take('a', signal, async () => 'read');
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('read');
  });

  it('are refused to a key that has too many waiting, and to no other', async () => {
    const bench = createBench(1, 2);
    for (const name of ['a1', 'a2', 'a3']) void bench.take(name);
    await bench.settle();
    await expect(bench.take('a4')).rejects.toMatchObject({ code: 'rate_limited' });
    void bench.take('b1');
    await bench.end('a1');
    await bench.end('a2');
    expect(bench.begun).toContain('b1');
  });

  it('are given up by who left while waiting', async () => {
    const bench = createBench(1, 1);
    const gone = new AbortController();
    void bench.take('a1');
    const left = bench.take('a2', gone.signal);
    gone.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    // Its place is free.
    void bench.take('a3');
    await bench.end('a1');
    expect(bench.begun).toEqual(['a1', 'a3']);
  });
});
