import { toLengthOne } from '../../../retrieval/meaning/vectors.ts';
import {
  type Attention,
  attend,
  type Dense,
  dense,
  type Norm,
  normalise,
} from '../../network/layers.ts';
import { type Tensor, tensors } from '../../network/tensors.ts';
import { loadPackage } from './universal-package.ts';

const HEADS = 4;
/** Of the sentence; the inner size of a layer is what its weights say. */
const SIZE = 512;
/** Of the word pieces that enter. */
const ENTRY_SIZE = 256;
/** Of the model; what is longer is cut. */
const MAX_PIECES = 128;
const LEAST_VARIANCE = 1e-6;
/** Sentences at once. */
const BATCH = 16;

const { add, concat, gather, mean, mul, reshape } = tensors;

interface Layer extends Attention {
  readonly norm: Norm;
  readonly exit: Dense;
  readonly innerNorm: Norm;
  readonly widen: Dense;
  readonly narrow: Dense;
}

/**
 * The Universal Sentence Encoder Lite (Cer et al. 2018): two layers of a transformer over word pieces, their mean,
 * and one more layer. Answers a function that blocks for 10 to 15 ms a sentence, and for two thirds of that where there
 * are many at once.
 *
 * The weights come as a graph for batches; carried out step by step, a single sentence takes a third of the time.
 */
export async function loadUniversalEncoder(): Promise<
  (texts: readonly string[]) => Float32Array[]
> {
  const { model, tokenizer } = await loadPackage();
  const find = createFinder(model.weights);
  const [first, second] = [readLayer(0, ENTRY_SIZE, find), readLayer(1, SIZE, find)];
  const pieces = find('Embeddings_en');
  const frequencies = find('TimingSignal/ExpandDims_1');
  const widen = readDense(find, 'Layer_0/TransformerLayer/dense', 'kernel');
  const sentence = { weights: find('tanh_layer_0', 'weights'), bias: find('tanh_layer_0', 'bias') };

  /** Where each piece stands, as waves. */
  function placesOf(count: number): Tensor {
    const phase = mul(reshape(tensors.range(0, count), [count, 1]), frequencies);
    return concat([tensors.sin(phase), tensors.cos(phase)], 1);
  }

  function encode(sentences: readonly (readonly number[])[]): Float32Array[] {
    const [count, length] = [sentences.length, sentences[0]?.length ?? 0];
    const each = (rows: Tensor) => reshape(rows, [count, length, rows.shape[1] ?? 0]);
    const words = gather(pieces, tensors.tensor1d(sentences.flat(), 'int32'));
    const placed = reshape(add(each(words), placesOf(length)), [count * length, ENTRY_SIZE]);
    const entered = add(words, placed);
    const once = runLayer(first, entered, dense(entered, widen), count);
    const twice = runLayer(second, once, once, count);
    const means = reshape(mean(each(twice), 1, true), [count, SIZE]);
    const all = tensors.tanh(dense(means, sentence)).dataSync();
    return sentences.map((_, place) => toLengthOne(all.slice(place * SIZE, (place + 1) * SIZE)));
  }

  return (texts) => {
    const vectors: Float32Array[] = [];
    const numbers = texts.map((text) => tokenizer.encode(text).slice(0, MAX_PIECES));
    for (const places of alike(numbers)) {
      const made = tensors.tidy(() => encode(places.map((place) => numbers[place] ?? [])));
      for (const [index, place] of places.entries()) vectors[place] = made[index] as Float32Array;
    }
    return numbers.map((_, place) => vectors[place] ?? new Float32Array(SIZE));
  };
}

/** Places of sentences of the same length, which need no filling up; of those that are empty none. */
function alike(numbers: readonly (readonly number[])[]): number[][] {
  const byLength = new Map<number, number[][]>();
  for (const [place, { length }] of numbers.entries()) {
    const batches = byLength.get(length) ?? [];
    byLength.set(length, batches);
    const last = batches.at(-1);
    if (last !== undefined && last.length < BATCH) last.push(place);
    else batches.push([place]);
  }
  byLength.delete(0);
  return [...byLength.values()].flat();
}

function runLayer(layer: Layer, x: Tensor, residual: Tensor, sentences: number): Tensor {
  const taken = attend(normalise(x, layer.norm), layer, sentences);
  const attended = add(dense(taken, layer.exit), residual);
  const inner = dense(normalise(attended, layer.innerNorm), layer.widen, 'relu');
  return add(dense(inner, layer.narrow), attended);
}

type Finder = (...parts: string[]) => Tensor;

/** Weights by parts of their names, of which exactly one must have them all. */
function createFinder(weights: Readonly<Record<string, readonly Tensor[]>>): Finder {
  return (...parts) => {
    const names = Object.keys(weights).filter((name) => parts.every((part) => name.includes(part)));
    const found = weights[names[0] ?? '']?.[0];
    if (found === undefined || names.length !== 1)
      throw new Error(`The weights have ${names.length} of ${parts.join(' … ')}.`);
    return found;
  };
}

function readDense(find: Finder, place: string, weights: string): Dense {
  return { weights: find(place, weights), bias: find(place, 'bias') };
}

function readLayer(number: number, size: number, find: Finder): Layer {
  const place = `Layer_${number}/TransformerLayer`;
  const flat = ({ weights, bias }: Dense, columns: number): Dense => ({
    weights: reshape(weights, [size, columns]),
    bias,
  });
  const norm = (inner: string): Norm => ({
    scale: find(`${place}${inner}/layer_prepostprocess`, 'scale'),
    bias: find(`${place}${inner}/layer_prepostprocess`, 'bias'),
    leastVariance: LEAST_VARIANCE,
  });
  const attention = `${place}/MultiheadAttention`;
  return {
    size,
    heads: HEADS,
    norm: norm(''),
    entry: flat(readDense(find, `${attention}/qkv_transform_single`, 'kernel'), 3 * size),
    exit: flat(readDense(find, `${attention}/output_transform_single`, 'kernel'), SIZE),
    innerNorm: norm('/FFN'),
    widen: readDense(find, `${place}/FFN/conv1`, 'Reshape_1'),
    narrow: readDense(find, `${place}/FFN/conv2`, 'Reshape_1'),
  };
}
