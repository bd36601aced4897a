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
 * and one more layer. Answers a function that blocks for 10 to 15 ms a sentence.
 *
 * The weights come as a graph for batches; carried out step by step, a single sentence takes a third of the time.
 */
export async function loadUniversalEncoder(): Promise<(text: string) => Float32Array> {
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

  function encode(numbers: readonly number[]): Float32Array {
    const words = gather(pieces, tensors.tensor1d(numbers, 'int32'));
    const entered = add(words, add(words, placesOf(numbers.length)));
    const once = runLayer(first, entered, dense(entered, widen));
    const twice = runLayer(second, once, once);
    const vector = tensors.tanh(dense(mean(twice, 0, true), sentence));
    return tensors.div(vector, tensors.norm(vector)).dataSync().slice();
  }

  return (text) => {
    const numbers = tokenizer.encode(text).slice(0, MAX_PIECES);
    // Nothing to read means nothing.
    if (numbers.length === 0) return new Float32Array(SIZE);
    return tensors.tidy(() => encode(numbers));
  };
}

function runLayer(layer: Layer, x: Tensor, residual: Tensor): Tensor {
  const attended = add(dense(attend(normalise(x, layer.norm), layer), layer.exit), residual);
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
