import { loadPackage, type Tensor, tensors } from './tensors.ts';

const HEADS = 4;
/** Of the sentence; the inner size of a layer is what its weights say. */
const SIZE = 512;
/** Of the word pieces that enter. */
const ENTRY_SIZE = 256;
/** Of the model; what is longer is cut. */
const MAX_PIECES = 128;
const LEAST_VARIANCE = 1e-6;

const { add, concat, fused, gather, matMul, mean, mul, reshape, split, sub, transpose } = tensors;

interface Norm {
  readonly scale: Tensor;
  readonly bias: Tensor;
}

interface Layer {
  readonly size: number;
  readonly norm: Norm;
  readonly entry: Dense;
  readonly exit: Dense;
  readonly innerNorm: Norm;
  readonly widen: Dense;
  readonly narrow: Dense;
}

interface Dense {
  readonly weights: Tensor;
  readonly bias: Tensor;
}

/**
 * The Universal Sentence Encoder Lite (Cer et al. 2018): two layers of a transformer over word pieces, their mean,
 * and one more layer. Answers a function that blocks for 10 to 15 ms a sentence.
 *
 * The weights come as a graph for batches; carried out step by step, a single sentence takes a third of the time.
 */
export async function loadEncoderModel(): Promise<(text: string) => Float32Array> {
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
  const attended = add(dense(attend(layer, normalise(x, layer.norm)), layer.exit), residual);
  const inner = dense(normalise(attended, layer.innerNorm), layer.widen, 'relu');
  return add(dense(inner, layer.narrow), attended);
}

function attend({ size, entry }: Layer, x: Tensor): Tensor {
  const count = x.shape[0] ?? 0;
  const width = size / HEADS;
  const heads = (part: Tensor) => transpose(reshape(part, [count, HEADS, width]), [1, 0, 2]);
  const [queries, keys, values] = split(dense(x, entry), 3, 1).map(heads) as [
    Tensor,
    Tensor,
    Tensor,
  ];
  const shares = tensors.softmax(matMul(mul(queries, 1 / Math.sqrt(width)), keys, false, true));
  return reshape(transpose(matMul(shares, values), [1, 0, 2]), [count, size]);
}

function dense(x: Tensor, { weights, bias }: Dense, activation?: 'relu'): Tensor {
  return fused.matMul({ a: x, b: weights, bias, activation });
}

function normalise(x: Tensor, { scale, bias }: Norm): Tensor {
  const rest = sub(x, mean(x, -1, true));
  const variance = mean(tensors.square(rest), -1, true);
  const even = mul(rest, tensors.rsqrt(add(variance, LEAST_VARIANCE)));
  return add(mul(even, scale), bias);
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
  });
  const attention = `${place}/MultiheadAttention`;
  return {
    size,
    norm: norm(''),
    entry: flat(readDense(find, `${attention}/qkv_transform_single`, 'kernel'), 3 * size),
    exit: flat(readDense(find, `${attention}/output_transform_single`, 'kernel'), SIZE),
    innerNorm: norm('/FFN'),
    widen: readDense(find, `${place}/FFN/conv1`, 'Reshape_1'),
    narrow: readDense(find, `${place}/FFN/conv2`, 'Reshape_1'),
  };
}
