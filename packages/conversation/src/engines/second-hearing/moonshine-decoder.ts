import type { Dense } from '../network/layers.ts';
import type { OnnxFile, QuantisedWeights } from '../network/onnx-file.ts';
import { readFactor, readTensor } from '../network/read-weights.ts';
import { tensors } from '../network/tensors.ts';
import { LAYERS } from './moonshine-encoder.ts';
import {
  addRows,
  attendTo,
  beside,
  multiply,
  noBias,
  normaliseRows,
  type Row,
  SIZE,
  turnByPlace,
} from './rows.ts';

const INNER = 1_152;

interface Layer {
  readonly entryNorm: Float32Array;
  readonly entry: Dense;
  readonly exit: Dense;
  readonly soundNorm: Float32Array;
  readonly soundQuery: Dense;
  readonly soundKeys: Dense;
  readonly soundExit: Dense;
  readonly innerNorm: Float32Array;
  readonly widen: Dense;
  readonly narrow: Dense;
}

/** Keys and values of the tokens before, layer by layer. */
type Memory = readonly { readonly keys: readonly Row[]; readonly values: readonly Row[] }[];

/** Tokens of which it is known what they leave behind. */
export interface Written {
  readonly memory: Memory;
  readonly length: number;
}

export interface Step {
  readonly written: Written;
  readonly token: number;
}

export interface StepResult {
  readonly written: Written;
  /** Of each of the tokens that may come next. */
  readonly logits: Float32Array;
}

/** Writes what it hears in one stretch of speech. */
export interface MoonshineWriter {
  readonly empty: Written;
  /** What may follow each token, behind what was written before it. It blocks for some 20 ms. */
  step(steps: readonly Step[]): StepResult[];
}

export interface MoonshineDecoder {
  /** Writes with these tokens alone. */
  restrict(tokens: readonly number[]): Dense;
  /** @param heard rows of the encoder. @param exit of the tokens that it may write */
  open(heard: Float32Array, exit: Dense): MoonshineWriter;
}

/**
 * The decoder of Moonshine tiny (Jeffries et al. 2024), for several beginnings of a text at once. Products with weights
 * are the library's; what is small is done here.
 *
 * @throws where it is the file of another model
 */
export function readDecoder(file: OnnxFile): MoonshineDecoder {
  const read = file.quantised('model.decoder.embed_tokens.weight_merged_0');
  // A copy: the rest of the file need not be kept.
  const table = { ...read, values: read.values.slice() };
  const layers = Array.from({ length: LAYERS }, (_, place) => readLayer(file, place));
  const lastNorm = file.weights('model.decoder.norm.weight_merged_0').values;

  function open(heard: Float32Array, exit: Dense): MoonshineWriter {
    const count = exit.weights.shape[1] ?? 0;
    const sounds = layers.map(({ soundKeys }) => soundRows(multiply(heard, soundKeys)));

    function step(steps: readonly Step[]): StepResult[] {
      const x = new Float32Array(steps.length * SIZE);
      for (const [at, { token }] of steps.entries()) readRow(table, token, x, at * SIZE);
      const memories = layers.map((layer, place) => {
        const memory = attendToWritten(layer, x, steps, place);
        attendToSound(layer, x, sounds[place] ?? { keys: [], values: [] });
        think(layer, x);
        return memory;
      });
      const logits = multiply(normaliseRows(x, lastNorm), exit);
      return steps.map(({ written }, at) => ({
        written: {
          memory: memories.map((memory) => memory[at] ?? { keys: [], values: [] }),
          length: written.length + 1,
        },
        logits: logits.subarray(at * count, (at + 1) * count),
      }));
    }
    const empty = { memory: layers.map(() => ({ keys: [], values: [] })), length: 0 };
    return { empty, step };
  }

  return { open, restrict: (tokens) => readExit(table, tokens) };
}

/** Adds to `x` what each row takes from itself and the tokens before it, and answers those and itself. */
function attendToWritten(layer: Layer, x: Float32Array, steps: readonly Step[], place: number) {
  const rows = multiply(normaliseRows(x, layer.entryNorm), layer.entry);
  const taken = new Float32Array(x.length);
  const memories = steps.map(({ written }, at) => {
    const start = at * 3 * SIZE;
    for (const part of [0, SIZE]) turnByPlace(rows, start + part, written.length);
    const before = written.memory[place];
    const keys = [...(before?.keys ?? []), { numbers: rows, start: start + SIZE }];
    const values = [...(before?.values ?? []), { numbers: rows, start: start + 2 * SIZE }];
    attendTo({ numbers: rows, start }, keys, values, taken, at * SIZE);
    return { keys, values };
  });
  addRows(x, multiply(taken, layer.exit));
  return memories;
}

function attendToSound(layer: Layer, x: Float32Array, { keys, values }: Memory[number]): void {
  const queries = multiply(normaliseRows(x, layer.soundNorm), layer.soundQuery);
  const taken = new Float32Array(x.length);
  for (let start = 0; start < x.length; start += SIZE)
    attendTo({ numbers: queries, start }, keys, values, taken, start);
  addRows(x, multiply(taken, layer.soundExit));
}

/** A gated layer (SwiGLU, Shazeer 2020). */
function think(layer: Layer, x: Float32Array): void {
  const wide = multiply(normaliseRows(x, layer.innerNorm), layer.widen);
  const count = wide.length / (2 * INNER);
  const inner = new Float32Array(count * INNER);
  for (let row = 0; row < count; row += 1)
    for (let place = 0; place < INNER; place += 1) {
      const at = row * 2 * INNER + place;
      const gate = wide[at + INNER] ?? 0;
      inner[row * INNER + place] = ((wide[at] ?? 0) * gate) / (1 + Math.exp(-gate));
    }
  addRows(x, multiply(inner, layer.narrow));
}

/** Keys and values beside each other, as rows. */
function soundRows(numbers: Float32Array): Memory[number] {
  const count = numbers.length / (2 * SIZE);
  const rows = (offset: number): Row[] =>
    Array.from({ length: count }, (_, at) => ({ numbers, start: at * 2 * SIZE + offset }));
  return { keys: rows(0), values: rows(SIZE) };
}

function readRow(
  { values, scales, zeros }: QuantisedWeights,
  token: number,
  into: Float32Array,
  start: number,
): void {
  const [scale = 0, zero = 0] = [scales[0], zeros[0]];
  for (let place = 0; place < SIZE; place += 1)
    into[start + place] = scale * ((values[token * SIZE + place] ?? 0) - zero);
}

/** The table that tells what tokens are tells what a row means, too. */
function readExit(table: QuantisedWeights, tokens: readonly number[]): Dense {
  const row = new Float32Array(SIZE);
  const columns = new Float32Array(SIZE * tokens.length);
  for (const [at, token] of tokens.entries()) {
    readRow(table, token, row, 0);
    for (const [place, value] of row.entries()) columns[place * tokens.length + at] = value;
  }
  return { weights: tensors.tensor(columns, [SIZE, tokens.length]), bias: noBias(tokens.length) };
}

function readLayer(file: OnnxFile, place: number): Layer {
  const layer = `model.decoder.layers.${place}`;
  const factor = (name: string) =>
    readFactor(file, `/model/decoder/layers.${place}/${name}/MatMul_quant`);
  const without = (names: readonly string[]): Dense => ({
    weights: beside(names.map((name) => () => factor(name))),
    bias: noBias(names.length * SIZE),
  });
  const bias = (name: string) => readTensor(file, `${layer}.mlp.${name}.bias_merged_0`);
  const norm = (name: string) => file.weights(`${layer}.${name}.weight_merged_0`).values;
  return {
    entryNorm: norm('input_layernorm'),
    entry: without(['self_attn/q_proj', 'self_attn/k_proj', 'self_attn/v_proj']),
    exit: without(['self_attn/dense']),
    soundNorm: norm('post_attention_layernorm'),
    soundQuery: without(['encoder_attn/q_proj']),
    soundKeys: without(['encoder_attn/k_proj', 'encoder_attn/v_proj']),
    soundExit: without(['encoder_attn/dense']),
    innerNorm: norm('final_layernorm'),
    widen: { weights: factor('mlp/up_proj'), bias: bias('up_proj') },
    narrow: { weights: factor('mlp/down_proj'), bias: bias('down_proj') },
  };
}
