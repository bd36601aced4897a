import { type Tensor, tensors } from './tensors.ts';

const { add, fused, matMul, mean, mul, reshape, split, sub, transpose } = tensors;

export interface Dense {
  readonly weights: Tensor;
  readonly bias: Tensor;
}

export interface Norm {
  readonly scale: Tensor;
  readonly bias: Tensor;
  readonly leastVariance: number;
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

/** What every word takes from every other (Vaswani et al. 2017), for words of `size` numbers, one in a row. */
export function attend(x: Tensor, { size, heads, entry }: Attention): Tensor {
  const count = x.shape[0] ?? 0;
  const width = size / heads;
  const apart = (part: Tensor) => transpose(reshape(part, [count, heads, width]), [1, 0, 2]);
  const [queries, keys, values] = split(dense(x, entry), 3, 1).map(apart) as [
    Tensor,
    Tensor,
    Tensor,
  ];
  const shares = tensors.softmax(matMul(mul(queries, 1 / Math.sqrt(width)), keys, false, true));
  return reshape(transpose(matMul(shares, values), [1, 0, 2]), [count, size]);
}

/** Layer normalisation, row by row. */
export function normalise(x: Tensor, { scale, bias, leastVariance }: Norm): Tensor {
  const rest = sub(x, mean(x, -1, true));
  const variance = mean(tensors.square(rest), -1, true);
  const even = mul(rest, tensors.rsqrt(add(variance, leastVariance)));
  return add(mul(even, scale), bias);
}
