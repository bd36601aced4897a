import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Attention,
  attend,
  type Dense,
  dense,
  gelu,
  type Norm,
  normalise,
} from '../../network/layers.ts';
import { type OnnxFile, type QuantisedWeights, readOnnxFile } from '../../network/onnx-file.ts';
import { readFactor, readNorm, readTensor } from '../../network/read-weights.ts';
import { type Tensor, tensors } from '../../network/tensors.ts';
import { createWordPieces } from './word-pieces.ts';

const LAYERS = 6;
const HEADS = 12;
/** Of a sentence, and of a word piece. */
const SIZE = 384;
/** It knows 512; what anybody says in one breath is shorter. */
const MAX_PIECES = 128;
const LEAST_VARIANCE = 1e-12;

const { add, concat, mean } = tensors;

interface Layer {
  readonly attention: Attention;
  readonly exit: Dense;
  readonly exitNorm: Norm;
  readonly widen: Dense;
  readonly narrow: Dense;
  readonly narrowNorm: Norm;
}

/**
 * A BERT of the size of MiniLM-L6 (Wang et al. 2020), from `model.onnx` and `tokenizer.json` in `folder`. A sentence is the
 * mean of what the model makes of its pieces. Answers a function that blocks for 10 to 30 ms a sentence.
 *
 * Its weights are bytes with scales. They are multiplied out once: the backend has no product of bytes.
 *
 * @throws where the files are missing, or those of another model
 */
export async function loadBertEncoder(
  folder: string,
): Promise<(texts: readonly string[]) => Float32Array[]> {
  const [model, tokenizer] = await Promise.all([
    readFile(join(folder, 'model.onnx')),
    readFile(join(folder, 'tokenizer.json'), 'utf8'),
  ]);
  await tensors.ready();
  const toPieces = createWordPieces(JSON.parse(tokenizer), MAX_PIECES);
  const file = readOnnxFile(model);
  const enter = readEntry(file);
  const layers = Array.from({ length: LAYERS }, (_, place) => readLayer(file, place));

  function encode(pieces: readonly number[]): Float32Array {
    let x = enter(pieces);
    for (const layer of layers) x = runLayer(layer, x);
    const vector = mean(x, 0, true);
    return tensors.div(vector, tensors.norm(vector)).dataSync().slice();
  }
  return (texts) =>
    texts.map((text) => {
      const pieces = toPieces(text);
      // Nothing to read means nothing.
      if (pieces.length === 0) return new Float32Array(SIZE);
      return tensors.tidy(() => encode(pieces));
    });
}

function runLayer({ attention, exit, exitNorm, widen, narrow, narrowNorm }: Layer, x: Tensor) {
  const attended = normalise(add(dense(attend(x, attention), exit), x), exitNorm);
  const inner = gelu(dense(attended, widen));
  return normalise(add(dense(inner, narrow), attended), narrowNorm);
}

/** What each piece is, and where it stands. */
function readEntry(file: OnnxFile): (pieces: readonly number[]) => Tensor {
  const table = (name: string) => file.quantised(`embeddings.${name}_embeddings.weight`);
  const [words, places, types] = [table('word'), table('position'), table('token_type')];
  const norm = readNorm(file, 'embeddings.LayerNorm', LEAST_VARIANCE);
  return (pieces) => {
    const rows = new Float32Array(pieces.length * SIZE);
    for (const [place, piece] of pieces.entries()) {
      const row = rows.subarray(place * SIZE, (place + 1) * SIZE);
      for (const [from, number] of [
        [words, piece],
        [places, place],
        [types, 0],
      ] as const)
        addRow(row, from, number);
    }
    return normalise(tensors.tensor(rows, [pieces.length, SIZE]), norm);
  };
}

function addRow(row: Float32Array, { values, scales, zeros }: QuantisedWeights, number: number) {
  const [scale = 0, zero = 0] = [scales[0], zeros[0]];
  for (let place = 0; place < SIZE; place += 1)
    row[place] = (row[place] ?? 0) + scale * ((values[number * SIZE + place] ?? 0) - zero);
}

function readLayer(file: OnnxFile, place: number): Layer {
  const layer = `encoder.layer.${place}`;
  const self = ['query', 'key', 'value'].map((name) =>
    readDense(file, `${layer}.attention.self.${name}`),
  );
  return {
    attention: {
      size: SIZE,
      heads: HEADS,
      entry: {
        weights: concat(
          self.map(({ weights }) => weights),
          1,
        ),
        bias: concat(
          self.map(({ bias }) => bias),
          0,
        ),
      },
    },
    exit: readDense(file, `${layer}.attention.output.dense`),
    exitNorm: readNorm(file, `${layer}.attention.output.LayerNorm`, LEAST_VARIANCE),
    widen: readDense(file, `${layer}.intermediate.dense`),
    narrow: readDense(file, `${layer}.output.dense`),
    narrowNorm: readNorm(file, `${layer}.output.LayerNorm`, LEAST_VARIANCE),
  };
}

function readDense(file: OnnxFile, name: string): Dense {
  const step = `/${name.replaceAll('.', '/').replace('layer/', 'layer.')}/MatMul_quant`;
  return { weights: readFactor(file, step), bias: readTensor(file, `${name}.bias`) };
}
