import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Numbers in the memory of the library. */
export interface Tensor {
  readonly shape: readonly number[];
  dataSync(): Float32Array;
  /** Frees it, where no `tidy` does. */
  dispose(): void;
}

/** What we use of TensorFlow.js (`@energetic-ai/core`), whose declarations lean on packages that it does not bring. */
export interface Tensors {
  ready(): Promise<void>;
  setThreadsCount(count: number): void;
  /** Frees every tensor that `make` left behind. */
  tidy<T>(make: () => T): T;
  tensor1d(values: readonly number[], type: 'int32'): Tensor;
  tensor(values: Float32Array, shape: readonly number[]): Tensor;
  range(start: number, end: number): Tensor;
  gather(from: Tensor, places: Tensor): Tensor;
  reshape(x: Tensor, shape: readonly number[]): Tensor;
  transpose(x: Tensor, order: readonly number[]): Tensor;
  split(x: Tensor, parts: number, axis: number): Tensor[];
  concat(parts: readonly Tensor[], axis: number): Tensor;
  add(left: Tensor, right: Tensor | number): Tensor;
  sub(left: Tensor, right: Tensor | number): Tensor;
  mul(left: Tensor, right: Tensor | number): Tensor;
  div(left: Tensor, right: Tensor): Tensor;
  mean(x: Tensor, axis: number, keepDimensions: true): Tensor;
  square(x: Tensor): Tensor;
  rsqrt(x: Tensor): Tensor;
  sin(x: Tensor): Tensor;
  cos(x: Tensor): Tensor;
  tanh(x: Tensor): Tensor;
  sigmoid(x: Tensor): Tensor;
  softmax(x: Tensor): Tensor;
  norm(x: Tensor): Tensor;
  matMul(left: Tensor, right: Tensor, transposeLeft?: boolean, transposeRight?: boolean): Tensor;
  readonly fused: {
    matMul(options: {
      a: Tensor;
      b: Tensor;
      bias: Tensor;
      activation?: 'relu' | undefined;
    }): Tensor;
  };
}

export const tensors: Tensors = require('@energetic-ai/core');
