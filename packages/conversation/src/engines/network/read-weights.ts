import type { Norm } from './layers.ts';
import type { OnnxFile, QuantisedWeights } from './onnx-file.ts';
import { type Tensor, tensors } from './tensors.ts';

/** @throws where there are none of this name */
export function readTensor(file: OnnxFile, name: string): Tensor {
  const { shape, values } = file.weights(name);
  return tensors.tensor(values, shape);
}

/** @throws where there are none of this name */
export function readNorm(file: OnnxFile, name: string, leastVariance: number): Norm {
  return {
    scale: readTensor(file, `${name}.weight`),
    bias: readTensor(file, `${name}.bias`),
    leastVariance,
  };
}

/** Bytes as the numbers they stand for: one scale for all, or that of the place which `scaleOf` answers. */
export function multiplyOut(
  { values, scales, zeros }: QuantisedWeights,
  scaleOf: (place: number) => number,
): Float32Array {
  const floats = new Float32Array(values.length);
  for (let place = 0; place < values.length; place += 1) {
    const at = scales.length === 1 ? 0 : scaleOf(place);
    floats[place] = (scales[at] ?? 0) * ((values[place] ?? 0) - (zeros[at] ?? 0));
  }
  return floats;
}

/** A matrix whose columns have a scale each. */
export function multiplyOutColumns(weights: QuantisedWeights): Tensor {
  const { shape } = weights;
  const columns = shape[1] ?? 1;
  return tensors.tensor(
    multiplyOut(weights, (place) => place % columns),
    shape,
  );
}

/** The matrix by which a step multiplies, which has no name of its own: it is what the step takes second. */
export function readFactor(file: OnnxFile, step: string): Tensor {
  const [, weights = ''] = file.inputsOf(step);
  return multiplyOutColumns(file.quantised(weights.replace(/_quantized$/, '')));
}
