import { expect, it } from 'vitest';
import { attendTo, HEADS, normaliseRows, SIZE, turnByPlace, WIDTH } from './rows.ts';

const numbers = (count: number, seed = 7): Float32Array => {
  let state = seed;
  return Float32Array.from({ length: count }, () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647 - 0.5;
  });
};

it('evens rows out, one by one', () => {
  const even = normaliseRows(numbers(2 * SIZE), new Float32Array(SIZE).fill(2));
  for (const row of [even.subarray(0, SIZE), even.subarray(SIZE)]) {
    expect(row.reduce((sum, one) => sum + one, 0) / SIZE).toBeCloseTo(0, 5);
    expect(row.reduce((sum, one) => sum + one * one, 0) / SIZE).toBeCloseTo(4, 2);
  }
});

it('turns pairs of numbers by their place, so that likeness depends on the distance alone', () => {
  const likeness = (first: number, second: number) => {
    const [left, right] = [numbers(SIZE, 3), numbers(SIZE, 5)];
    turnByPlace(left, 0, first);
    turnByPlace(right, 0, second);
    return left.reduce((sum, one, at) => sum + one * (right[at] ?? 0), 0);
  };
  expect(likeness(2, 5)).toBeCloseTo(likeness(40, 43), 4);
  expect(likeness(2, 5)).not.toBeCloseTo(likeness(2, 9), 2);
});

it('takes from values by the likeness of their keys, head by head', () => {
  const [query, keys, values] = [numbers(SIZE, 2), numbers(3 * SIZE, 11), numbers(3 * SIZE, 13)];
  const rows = (of: Float32Array) => [0, 1, 2].map((row) => ({ numbers: of, start: row * SIZE }));
  const taken = new Float32Array(2 * SIZE);
  attendTo({ numbers: query, start: 0 }, rows(keys), rows(values), taken, SIZE);
  for (let head = 0; head < HEADS; head += 1) {
    const part = (of: Float32Array, row: number) =>
      of.subarray(row * SIZE + head * WIDTH, row * SIZE + (head + 1) * WIDTH);
    const weights = [0, 1, 2].map((row) =>
      Math.exp(
        part(query, 0).reduce((sum, one, at) => sum + one * (part(keys, row)[at] ?? 0), 0) /
          Math.sqrt(WIDTH),
      ),
    );
    const sum = weights.reduce((left, right) => left + right, 0);
    const expected = weights.reduce(
      (total, weight, row) => total + (weight / sum) * (part(values, row)[0] ?? 0),
      0,
    );
    expect(taken[SIZE + head * WIDTH]).toBeCloseTo(expected, 5);
  }
  expect(taken.subarray(0, SIZE).every((one) => one === 0)).toBe(true);
});
