import { type Dense, dense, type Norm, normalise } from '../network/layers.ts';
import type { OnnxFile } from '../network/onnx-file.ts';
import { readFactor, readTensor } from '../network/read-weights.ts';
import { type Tensor, tensors } from '../network/tensors.ts';
import { beside, compute, HEADS, SIZE, turnByPlace, WIDTH } from './rows.ts';

export const LAYERS = 6;
const LEAST_VARIANCE = 1e-5;
/** Channels, taps and stride of the three convolutions, over samples and over what the one before made. */
const FIRST = { name: 'conv1', from: 1, to: SIZE, taps: 127, stride: 64 };
const SECOND = { name: 'conv2', from: SIZE, to: 2 * SIZE, taps: 7, stride: 3 };
const THIRD = { name: 'conv3', from: 2 * SIZE, to: SIZE, taps: 3, stride: 2 };
/** Samples of which the convolutions make one row, at least. */
export const SHORTEST = 1_024;

const { add, concat, matMul, mul, softmax, split, transpose } = tensors;

interface Convolution {
  readonly from: number;
  readonly taps: number;
  readonly stride: number;
  readonly layer: Dense;
}

interface Layer {
  readonly entryNorm: Norm;
  readonly entry: Dense;
  readonly exit: Dense;
  readonly innerNorm: Norm;
  readonly widen: Dense;
  readonly narrow: Dense;
}

/** Mono samples at 16 kHz, at least `SHORTEST`, to rows of `SIZE`, some 42 a second. It blocks. */
export type MoonshineEncoder = (pcm: Float32Array) => Float32Array;

/**
 * The encoder of Moonshine tiny (Jeffries et al. 2024), whose weights are bytes and are multiplied out.
 *
 * @throws where it is the file of another model
 */
export function readEncoder(file: OnnxFile): MoonshineEncoder {
  const listen = readEntry(file);
  const layers = Array.from({ length: LAYERS }, (_, place) => readLayer(file, place));
  const lastNorm = readScale(file, 'layer_norm.weight');
  return (pcm) =>
    compute(() => {
      const x = layers.reduce((before, layer) => runLayer(layer, before), listen(pcm));
      return normalise(x, lastNorm);
    });
}

/** What it makes on the way is freed at once: for eight seconds all layers would take 150 MB together. */
function runLayer(layer: Layer, x: Tensor): Tensor {
  return tensors.tidy(() => {
    const heard = add(dense(attend(normalise(x, layer.entryNorm), layer.entry), layer.exit), x);
    const inner = gelu(dense(normalise(heard, layer.innerNorm), layer.widen));
    return add(dense(inner, layer.narrow), heard);
  });
}

/** Head by head: the backend takes ten times as long for all of them at once. */
function attend(x: Tensor, entry: Dense): Tensor {
  const rows = dense(x, entry).dataSync().slice();
  const count = rows.length / (3 * SIZE);
  for (let place = 0; place < count; place += 1)
    for (const start of [0, SIZE]) turnByPlace(rows, 3 * SIZE * place + start, place);
  const parts = split(tensors.tensor(rows, [count, 3 * SIZE]), 3 * HEADS, 1);
  const part = (place: number) => parts[place] ?? x;
  const heads = Array.from({ length: HEADS }, (_, head) => {
    const keys = transpose(part(HEADS + head), [1, 0]);
    const likeness = matMul(mul(part(head), 1 / Math.sqrt(WIDTH)), keys);
    return matMul(softmax(likeness), part(2 * HEADS + head));
  });
  return concat(heads, 1);
}

/** By a sigmoid (Hendrycks and Gimpel 2016): the backend has no error function. */
function gelu(x: Tensor): Tensor {
  const cubic = mul(x, add(mul(tensors.square(x), 0.071_354_8), 1.595_769_1));
  return mul(x, tensors.sigmoid(cubic));
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

const noBias = (count: number): Tensor => tensors.tensor(new Float32Array(count), [count]);

function readScale(file: OnnxFile, name: string): Norm {
  return { scale: readTensor(file, name), bias: noBias(SIZE), leastVariance: LEAST_VARIANCE };
}
