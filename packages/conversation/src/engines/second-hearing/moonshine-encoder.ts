import {
  attendByHeads,
  type Dense,
  dense,
  gelu,
  type Layer,
  type Norm,
  normalise,
  runLayer,
} from '../network/layers.ts';
import type { OnnxFile } from '../network/onnx-file.ts';
import { readFactor, readTensor } from '../network/read-weights.ts';
import { type Tensor, tensors } from '../network/tensors.ts';
import { beside, compute, HEADS, noBias, SIZE, turnByPlace } from './rows.ts';

export const LAYERS = 6;
const LEAST_VARIANCE = 1e-5;
/** Channels, taps and stride of the three convolutions, over samples and over what the one before made. */
const FIRST = { name: 'conv1', from: 1, to: SIZE, taps: 127, stride: 64 };
const SECOND = { name: 'conv2', from: SIZE, to: 2 * SIZE, taps: 7, stride: 3 };
const THIRD = { name: 'conv3', from: 2 * SIZE, to: SIZE, taps: 3, stride: 2 };
/** Samples of which the convolutions make one row, at least. */
export const SHORTEST = 1_024;

const { add, mul } = tensors;

interface Convolution {
  readonly from: number;
  readonly taps: number;
  readonly stride: number;
  readonly layer: Dense;
}

/**
 * Mono samples at 16 kHz, at least `SHORTEST`, to rows of `SIZE`, some 42 a second. It blocks.
 *
 * @param onStep called every few ms; what it throws ends the work
 */
export type MoonshineEncoder = (pcm: Float32Array, onStep: () => void) => Float32Array;

/**
 * The encoder of Moonshine tiny (Jeffries et al. 2024), whose weights are bytes and are multiplied out.
 *
 * @throws where it is the file of another model
 */
export function readEncoder(file: OnnxFile): MoonshineEncoder {
  const listen = readEntry(file);
  const layers = Array.from({ length: LAYERS }, (_, place) => readLayer(file, place));
  const lastNorm = readScale(file, 'layer_norm.weight');
  return (pcm, onStep) =>
    compute(() => {
      const x = layers.reduce((before, layer) => {
        onStep();
        return runFreed(before, layer);
      }, listen(pcm));
      return normalise(x, lastNorm);
    });
}

/** What a layer makes on the way is freed at once: for eight seconds all of them would take 150 MB together. */
const runFreed = (x: Tensor, layer: Layer): Tensor =>
  tensors.tidy(() => runLayer(layer, x, attend));

function attend(entered: Tensor): Tensor {
  const rows = entered.dataSync();
  const count = rows.length / (3 * SIZE);
  for (let place = 0; place < count; place += 1)
    for (const start of [0, SIZE]) turnByPlace(rows, 3 * SIZE * place + start, place);
  return attendByHeads(tensors.tensor(rows, [count, 3 * SIZE]), HEADS);
}

/** Three convolutions; what the first makes is evened out over all of it. */
function readEntry(file: OnnxFile): (pcm: Float32Array) => Tensor {
  const [first, second, third] = [FIRST, SECOND, THIRD].map((one) =>
    readConvolution(file, one),
  ) as [Convolution, Convolution, Convolution];
  const scale = tensors.reshape(readTensor(file, 'onnx::Mul_1488'), [1, SIZE]);
  const bias = tensors.reshape(readTensor(file, 'onnx::Add_1489'), [1, SIZE]);
  return (pcm) => {
    const waves = evenOut(compute(() => tensors.tanh(convolve(pcm, first))));
    const even = () => tensors.tensor(waves, [waves.length / SIZE, SIZE]);
    const moved = compute(() => add(mul(even(), scale), bias));
    const inner = compute(() => gelu(convolve(moved, second)));
    return tensors.tidy(() => gelu(convolve(inner, third)));
  };
}

/** Rows beside each other as far as a convolution looks, and all of them multiplied at once. */
function convolve(rows: Float32Array, { from, taps, stride, layer }: Convolution): Tensor {
  const count = Math.floor((rows.length / from - taps) / stride) + 1;
  const beside = new Float32Array(count * taps * from);
  for (let place = 0; place < count; place += 1) {
    const start = place * stride * from;
    beside.set(rows.subarray(start, start + taps * from), place * taps * from);
  }
  return dense(tensors.tensor(beside, [count, taps * from]), layer);
}

/** With a mean of none and a variance of one. */
function evenOut(numbers: Float32Array): Float32Array {
  let [sum, squares] = [0, 0];
  for (const value of numbers) {
    sum += value;
    squares += value * value;
  }
  const mean = sum / numbers.length;
  const factor = 1 / Math.sqrt(squares / numbers.length - mean * mean + LEAST_VARIANCE);
  return numbers.map((value) => (value - mean) * factor);
}

function readConvolution(file: OnnxFile, one: typeof FIRST): Convolution {
  const { name, from, to, taps, stride } = one;
  const { values } = file.shifted(`${name}.weight`);
  const weights = new Float32Array(values.length);
  for (let out = 0; out < to; out += 1)
    for (let channel = 0; channel < from; channel += 1)
      for (let tap = 0; tap < taps; tap += 1)
        weights[(tap * from + channel) * to + out] =
          values[(out * from + channel) * taps + tap] ?? 0;
  const bias =
    name === FIRST.name ? noBias(to) : tensors.tensor(file.weights(`${name}.bias`).values, [to]);
  return {
    from,
    taps,
    stride,
    layer: { weights: tensors.tensor(weights, [taps * from, to]), bias },
  };
}

function readLayer(file: OnnxFile, place: number): Layer {
  const factor = (name: string) => readFactor(file, `/layers.${place}/${name}/MatMul_quant`);
  const entry = ['q_proj', 'k_proj', 'v_proj'].map((name) => () => factor(`self_attn/${name}`));
  const bias = (name: string) => readTensor(file, `layers.${place}.mlp.${name}.bias`);
  return {
    entryNorm: readScale(file, `layers.${place}.input_layernorm.weight`),
    entry: { weights: beside(entry), bias: noBias(3 * SIZE) },
    exit: { weights: factor('self_attn/dense'), bias: noBias(SIZE) },
    innerNorm: readScale(file, `layers.${place}.post_attention_layernorm.weight`),
    widen: { weights: factor('mlp/fc1'), bias: bias('fc1') },
    narrow: { weights: factor('mlp/fc2'), bias: bias('fc2') },
  };
}

function readScale(file: OnnxFile, name: string): Norm {
  return { scale: readTensor(file, name), bias: noBias(SIZE), leastVariance: LEAST_VARIANCE };
}
