import { type Tensor, tensors } from './tensors.ts';

const { add, concat, fused, matMul, mean, mul, reshape, softmax, split, sub, transpose } = tensors;

export interface Dense {
  readonly weights: Tensor;
  readonly bias: Tensor;
}

export interface Norm {
  readonly scale: Tensor;
  readonly bias: Tensor;
  readonly leastVariance: number;
}

/** What every row takes from every other, and what is made of each. */
export interface Layer {
  readonly entryNorm: Norm;
  readonly entry: Dense;
  readonly exit: Dense;
  readonly innerNorm: Norm;
  readonly widen: Dense;
  readonly narrow: Dense;
}

export interface Attention {
  /** Numbers that stand for a word. */
  readonly size: number;
  readonly heads: number;
  /** To queries, keys and values beside each other. */
  readonly entry: Dense;
}

export function dense(x: Tensor, { weights, bias }: Dense, activation?: 'relu'): Tensor {
  return fused.matMul({ a: x, b: weights, bias, activation });
}

/**
 * What every word takes from every other of its sentence (Vaswani et al. 2017), for words of `size` numbers, one in a
 * row, of so many sentences of the same length, one behind the other. @default one sentence
 */
export function attend(x: Tensor, { size, heads, entry }: Attention, sentences = 1): Tensor {
  const all = x.shape[0] ?? 0;
  const width = size / heads;
  const count = all / sentences;
  const apart = (part: Tensor) =>
    transpose(reshape(part, [sentences, count, heads, width]), [0, 2, 1, 3]);
  const [queries, keys, values] = split(dense(x, entry), 3, 1).map(apart) as [
    Tensor,
    Tensor,
    Tensor,
  ];
  const shares = tensors.softmax(matMul(mul(queries, 1 / Math.sqrt(width)), keys, false, true));
  return reshape(transpose(matMul(shares, values), [0, 2, 1, 3]), [all, size]);
}

/**
 * The same for queries, keys and values beside each other, head by head: this backend takes ten times as long for the
 * heads of long speech at once.
 *
 * @param worth added to how much each row is like all others. @default nothing
 */
export function attendByHeads(rows: Tensor, heads: number, worth?: Tensor): Tensor {
  const parts = split(rows, 3 * heads, 1);
  const part = (place: number) => parts[place] ?? rows;
  const width = part(0).shape[1] ?? 1;
  const taken = Array.from({ length: heads }, (_, head) => {
    const keys = transpose(part(heads + head), [1, 0]);
    const likeness = matMul(mul(part(head), 1 / Math.sqrt(width)), keys);
    const shares = softmax(worth === undefined ? likeness : add(likeness, worth));
    return matMul(shares, part(2 * heads + head));
  });
  return concat(taken, 1);
}

/** @param attend from what `entry` makes of the rows */
export function runLayer(layer: Layer, x: Tensor, attend: (entered: Tensor) => Tensor): Tensor {
  const attended = attend(dense(normalise(x, layer.entryNorm), layer.entry));
  const heard = add(dense(attended, layer.exit), x);
  const inner = gelu(dense(normalise(heard, layer.innerNorm), layer.widen));
  return add(dense(inner, layer.narrow), heard);
}

/** By a sigmoid (Hendrycks and Gimpel 2016): the backend has no error function. */
export function gelu(x: Tensor): Tensor {
  const cubic = mul(x, add(mul(tensors.square(x), 0.071_354_8), 1.595_769_1));
  return mul(x, tensors.sigmoid(cubic));
}

/** Layer normalisation, row by row. */
export function normalise(x: Tensor, { scale, bias, leastVariance }: Norm): Tensor {
  const rest = sub(x, mean(x, -1, true));
  const variance = mean(tensors.square(rest), -1, true);
  const even = mul(rest, tensors.rsqrt(add(variance, leastVariance)));
  return add(mul(even, scale), bias);
}
