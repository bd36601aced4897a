import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  attendByHeads,
  type Dense,
  dense,
  gelu,
  type Layer,
  normalise,
  runLayer,
} from '../network/layers.ts';
import { type OnnxFile, readOnnxFile } from '../network/onnx-file.ts';
import { multiplyOut, multiplyOutColumns, readNorm, readTensor } from '../network/read-weights.ts';
import { type Tensor, tensors } from '../network/tensors.ts';
import { createLogMel, HOP, MEL_BANDS } from './log-mel.ts';

/** Steps of 20 ms that the network hears, the newest last, and samples of it at 16 kHz. */
const STEPS = 400;
const SAMPLES = STEPS * 2 * HOP;
/** Steps of silence before the speech that are heard as they are. */
const MARGIN = 4;
/** Steps that stand for the silence before those. */
const STAND_INS = 16;
const SIZE = 384;
const HEADS = 6;
const LEAST_VARIANCE = 1e-5;
/** The weights of each layer have no name but a number: queries, keys, values, their exit, and the two of its inside. */
const LAYERS = [
  [17, 25, 32, 75, 79, 88],
  [92, 100, 107, 148, 152, 161],
  [165, 173, 180, 221, 225, 234],
  [238, 246, 253, 294, 298, 307],
] as const;
const POOL = [311, 313] as const;

const { add, concat, sigmoid, softmax, transpose } = tensors;

/**
 * Smart Turn 3 (the encoder of Whisper tiny under a classifier), from `model.onnx` in `folder`. Answers a function of mono
 * samples at 16 kHz, of which the last 8 s count: how likely someone who paused there is done, 0 to 1. It blocks.
 *
 * Its weights are bytes with scales. They are multiplied out once: the backend has no product of bytes.
 *
 * @throws where the file is missing, or that of another model
 */
export async function loadSmartTurn(folder: string): Promise<(pcm: Float32Array) => number> {
  const file = readOnnxFile(await readFile(join(folder, 'model.onnx')));
  await tensors.ready();
  const logMel = createLogMel();
  const listen = readEntry(file);
  const layers = LAYERS.map((numbers, place) => readLayer(file, place, numbers));
  const judge = readJudge(file);

  return (pcm) => {
    const steps = Math.min(STEPS, Math.ceil(pcm.length / (2 * HOP)) + MARGIN);
    const bands = logMel(pcm, SAMPLES, 2 * steps);
    return tensors.tidy(() => {
      const { x: entered, worth } = listen(bands, steps);
      const x = layers.reduce(
        (before, layer) =>
          runLayer(layer, before, (entered) => attendByHeads(entered, HEADS, worth)),
        entered,
      );
      return judge(x, worth);
    });
  };
}

/** Two convolutions over neighbouring hops, the second of which takes every other one; and where each step stands. */
function readEntry(file: OnnxFile) {
  const first = readConvolution(file, 'inner.encoder.conv1', MEL_BANDS);
  const second = readConvolution(file, 'inner.encoder.conv2', SIZE);
  const places = file.weights('inner.encoder.embed_positions.weight').values;
  return (bands: Float32Array, steps: number) => {
    const hops = gelu(dense(neighbours(bands, MEL_BANDS, 1), first)).dataSync();
    const heard = gelu(dense(neighbours(hops, SIZE, 2), second)).dataSync();
    return standInFor(heard, places, steps);
  };
}

/**
 * Silence before the speech is alike but for where it stands, and most of what there is: a few steps of it, each of which
 * counts for many, tell the same in a third of the time.
 */
function standInFor(heard: Float32Array, places: Float32Array, steps: number) {
  const silent = STEPS - steps;
  const count = Math.min(silent, STAND_INS);
  const rows = new Float32Array((count + steps) * SIZE);
  const worth = new Float32Array(count + steps);
  for (let row = 0; row < count + steps; row += 1) {
    const step = row - count;
    const stands = step < 0 ? Math.floor(((row + 0.5) * silent) / count) : silent + step;
    // The first row has nothing beside it; the second is the first that is nothing but silence.
    const from = step < 1 && silent > 0 ? 1 : step;
    for (let place = 0; place < SIZE; place += 1)
      rows[row * SIZE + place] =
        (heard[from * SIZE + place] ?? 0) + (places[stands * SIZE + place] ?? 0);
    worth[row] = step < 0 ? Math.log(silent / count) : 0;
  }
  const x = tensors.tensor(rows, [count + steps, SIZE]);
  return { x, worth: tensors.tensor(worth, [1, count + steps]) };
}

/** Beside every row, or every other one, the one before it and the one after it; nothing is beyond the ends. */
function neighbours(rows: Float32Array, size: number, stride: number): Tensor {
  const count = rows.length / size / stride;
  const beside = new Float32Array(count * 3 * size);
  for (let place = 0; place < count; place += 1) {
    const from = Math.max(0, (place * stride - 1) * size);
    const to = (place * stride + 2) * size;
    beside.set(rows.subarray(from, to), place * 3 * size + (place === 0 ? size : 0));
  }
  return tensors.tensor(beside, [count, 3 * size]);
}

/** The mean of what was heard, by how much each step tells, and what that means. */
function readJudge(file: OnnxFile) {
  const lastNorm = readNorm(file, 'inner.encoder.layer_norm', LEAST_VARIANCE);
  const look = readDense(file, POOL[0], 'inner.pool_attention.0');
  const weigh = readDense(file, POOL[1], 'inner.pool_attention.2');
  const [wide, narrow, verdict] = [0, 4, 6].map((place) =>
    readClassifier(file, `inner.classifier.${place}`),
  ) as [Dense, Dense, Dense];
  const norm = readNorm(file, 'inner.classifier.1', LEAST_VARIANCE);
  return (x: Tensor, worth: Tensor): number => {
    const heard = normalise(x, lastNorm);
    const telling = dense(tensors.tanh(dense(heard, look)), weigh);
    const shares = softmax(add(transpose(telling, [1, 0]), worth));
    const whole = tensors.matMul(shares, heard);
    const inner = gelu(dense(gelu(normalise(dense(whole, wide), norm)), narrow));
    return sigmoid(dense(inner, verdict)).dataSync()[0] ?? 0;
  };
}

function readLayer(file: OnnxFile, place: number, numbers: (typeof LAYERS)[number]): Layer {
  const layer = `inner.encoder.layers.${place}`;
  const [queries, keys, values, exit, widen, narrow] = numbers;
  const bias = (name: string) => readTensor(file, `${layer}.self_attn.${name}_proj.bias`);
  const none = tensors.tensor(new Float32Array(SIZE), [SIZE]);
  return {
    entryNorm: readNorm(file, `${layer}.self_attn_layer_norm`, LEAST_VARIANCE),
    entry: {
      weights: concat(
        [queries, keys, values].map((number) => readNumbered(file, number)),
        1,
      ),
      bias: concat([bias('q'), none, bias('v')], 0),
    },
    exit: readDense(file, exit, `${layer}.self_attn.out_proj`),
    innerNorm: readNorm(file, `${layer}.final_layer_norm`, LEAST_VARIANCE),
    widen: readDense(file, widen, `${layer}.fc1`),
    narrow: readDense(file, narrow, `${layer}.fc2`),
  };
}

function readDense(file: OnnxFile, number: number, name: string): Dense {
  return { weights: readNumbered(file, number), bias: readTensor(file, `${name}.bias`) };
}

function readNumbered(file: OnnxFile, number: number): Tensor {
  return multiplyOutColumns(file.quantised(`val_${number}`));
}

/** Its weights stand row by row for what comes out. */
function readClassifier(file: OnnxFile, name: string): Dense {
  const quantised = file.quantised(`${name}.weight`);
  const [, columns = 1] = quantised.shape;
  const rows = multiplyOut(quantised, (place) => Math.floor(place / columns));
  return {
    weights: transpose(tensors.tensor(rows, quantised.shape), [1, 0]),
    bias: tensors.tensor(file.biases(`${name}.bias`).values, [quantised.shape[0] ?? 1]),
  };
}

/** From `[out, in, 3]` to a matrix for rows of three neighbours. */
function readConvolution(file: OnnxFile, name: string, size: number): Dense {
  const quantised = file.quantised(`${name}.weight`);
  const values = multiplyOut(quantised, (place) => Math.floor(place / (3 * size)));
  const weights = new Float32Array(values.length);
  for (let out = 0; out < SIZE; out += 1)
    for (let from = 0; from < size; from += 1)
      for (let tap = 0; tap < 3; tap += 1)
        weights[(tap * size + from) * SIZE + out] = values[(out * size + from) * 3 + tap] ?? 0;
  return {
    weights: tensors.tensor(weights, [3 * size, SIZE]),
    bias: tensors.tensor(file.biases(`${name}.bias`).values, [SIZE]),
  };
}
