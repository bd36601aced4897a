import { describe, expect, it } from 'vitest';
import { measureLevels } from './concurrency.ts';

const steps = (...edges: number[]) =>
  edges.slice(1).map((to, index) => ({ date: edges[index] ?? 0, from: edges[index] ?? 0, to }));
const levels = (calls: [number, number][], ...edges: number[]) =>
  measureLevels(
    calls.map(([from, to]) => ({ from, to })),
    steps(...edges),
  ).map(({ min, max, avg }) => [min, max, avg]);

describe('calls at once', () => {
  it('is nothing without calls', () => {
    expect(levels([], 0, 10, 20)).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ]);
  });

  it('is weighed by time', () => {
    expect(
      levels(
        [
          [0, 10],
          [5, 10],
        ],
        0,
        10,
      ),
    ).toEqual([[1, 2, 1.5]]);
  });

  it('goes on from one step to the next, and from before the first', () => {
    expect(levels([[-5, 15]], 0, 10, 20)).toEqual([
      [1, 1, 1],
      [0, 1, 0.5],
    ]);
    expect(levels([[-5, Number.POSITIVE_INFINITY]], 0, 10)).toEqual([[1, 1, 1]]);
  });

  it('does not count a call beside the one it follows', () => {
    expect(
      levels(
        [
          [0, 5],
          [5, 10],
        ],
        0,
        10,
      ),
    ).toEqual([[1, 1, 1]]);
    expect(
      levels(
        [
          [-5, 0],
          [0, 10],
        ],
        0,
        10,
      ),
    ).toEqual([[1, 1, 1]]);
    expect(
      levels(
        [
          [0, 10],
          [10, 20],
        ],
        0,
        10,
        20,
      ),
    ).toEqual([
      [1, 1, 1],
      [1, 1, 1],
    ]);
  });

  it('leaves out calls that took no time', () => {
    expect(levels([[5, 5]], 0, 10)).toEqual([[0, 0, 0]]);
  });
});
