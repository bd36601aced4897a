import { type Dense, dense } from '../network/layers.ts';
import { type Tensor, tensors } from '../network/tensors.ts';

/** Numbers of a row of Moonshine tiny, how many heads share them, and how many of a head's its place turns. */
export const SIZE = 288;
export const HEADS = 8;
export const WIDTH = SIZE / HEADS;
const TURNED = 32;
/** What a pair of numbers is turned by from one place to the next falls to a ten-thousandth of a radian. */
const BASE = 10_000;
const LEAST_VARIANCE = 1e-5;

/** `rows` of as many numbers as the weights have rows, multiplied: outside of the library's memory on both sides. */
export function multiply(rows: Float32Array, layer: Dense): Float32Array {
  const width = layer.weights.shape[0] ?? 1;
  return compute(() => dense(tensors.tensor(rows, [rows.length / width, width]), layer));
}

/** The numbers of what `make` makes. The library looks for tensors in what it is given back, number by number. */
export function compute(make: () => Tensor): Float32Array {
  let numbers: Float32Array = new Float32Array();
  tensors.tidy(() => {
    numbers = make().dataSync();
  });
  return numbers;
}

export const noBias = (count: number): Tensor => tensors.tensor(new Float32Array(count), [count]);

/** Matrices as one, column behind column. */
export function beside(factors: readonly (() => Tensor)[]): Tensor {
  return tensors.tidy(() =>
    tensors.concat(
      factors.map((make) => make()),
      1,
    ),
  );
}

/** Layer normalisation of rows of `SIZE`, with a scale and no bias. */
export function normaliseRows(rows: Float32Array, scale: Float32Array): Float32Array {
  const even = new Float32Array(rows.length);
  for (let start = 0; start < rows.length; start += SIZE) {
    let [sum, squares] = [0, 0];
    for (let place = 0; place < SIZE; place += 1) {
      const value = rows[start + place] ?? 0;
      sum += value;
      squares += value * value;
    }
    const mean = sum / SIZE;
    const factor = 1 / Math.sqrt(squares / SIZE - mean * mean + LEAST_VARIANCE);
    for (let place = 0; place < SIZE; place += 1)
      even[start + place] = ((rows[start + place] ?? 0) - mean) * factor * (scale[place] ?? 0);
  }
  return even;
}

export function addRows(into: Float32Array, rows: Float32Array): void {
  for (let place = 0; place < into.length; place += 1)
    into[place] = (into[place] ?? 0) + (rows[place] ?? 0);
}

/**
 * Turns what begins at `start` in `row` by where it stands (rotary position embedding, Su et al. 2021): in each head the
 * numbers of every pair of neighbours.
 */
export function turnByPlace(row: Float32Array, start: number, place: number): void {
  for (let pair = 0; pair < TURNED; pair += 2) {
    const angle = place * BASE ** (-pair / TURNED);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    for (let at = start + pair; at < start + SIZE; at += WIDTH) {
      const [first, second] = [row[at] ?? 0, row[at + 1] ?? 0];
      row[at] = first * cos - second * sin;
      row[at + 1] = second * cos + first * sin;
    }
  }
}

/** A row of keys or values, which is part of a longer array. */
export interface Row {
  readonly numbers: Float32Array;
  readonly start: number;
}

/** What a query takes from `values`, by how much it is like their `keys`, head by head. */
export function attendTo(
  query: Row,
  keys: readonly Row[],
  values: readonly Row[],
  into: Float32Array,
  intoStart: number,
): void {
  const shares = new Float32Array(keys.length);
  for (let head = 0; head < SIZE; head += WIDTH) {
    for (let at = 0; at < shares.length; at += 1)
      shares[at] = likenessOf(query, keys[at] ?? query, head) / Math.sqrt(WIDTH);
    toShares(shares);
    for (let at = 0; at < shares.length; at += 1) {
      const { numbers, start } = values[at] ?? query;
      const share = shares[at] ?? 0;
      for (let place = head; place < head + WIDTH; place += 1)
        into[intoStart + place] =
          (into[intoStart + place] ?? 0) + share * (numbers[start + place] ?? 0);
    }
  }
}

function likenessOf(query: Row, key: Row, head: number): number {
  let likeness = 0;
  for (let place = head; place < head + WIDTH; place += 1)
    likeness += (query.numbers[query.start + place] ?? 0) * (key.numbers[key.start + place] ?? 0);
  return likeness;
}

/** Softmax, in place. */
function toShares(numbers: Float32Array): void {
  let [most, sum] = [Number.NEGATIVE_INFINITY, 0];
  for (let at = 0; at < numbers.length; at += 1) most = Math.max(most, numbers[at] ?? 0);
  for (let at = 0; at < numbers.length; at += 1) {
    const share = Math.exp((numbers[at] ?? 0) - most);
    numbers[at] = share;
    sum += share;
  }
  for (let at = 0; at < numbers.length; at += 1) numbers[at] = (numbers[at] ?? 0) / sum;
}
