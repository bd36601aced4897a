import { createSentenceEncoder, type EncoderModel } from '@kindling/conversation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  installRealModel,
  type RealInstallation,
  removeInstallation,
} from '../../testing/models/install-real-model.ts';
import { tryModel } from '../platform/models/try-model.ts';

/** Real weights: fetched, checked, installed, loaded and asked. */
describe('a sentence encoder that was installed', () => {
  let installed: RealInstallation | null = null;
  let model: EncoderModel | undefined;
  let encoder: ReturnType<typeof createSentenceEncoder> | undefined;

  beforeAll(async () => {
    installed = await installRealModel({
      kind: 'encoder',
      name: 'minilm',
      // In the middle of the weights.
      breakOffAfter: 20_000_000,
      tryOut: tryModel,
    });
    model = installed?.models.encoders[0];
    if (model !== undefined) encoder = createSentenceEncoder(model);
  }, 600_000);
  afterAll(async () => {
    await encoder?.close();
    removeInstallation(installed);
  });

  it('has the hashes of the catalogue, and was tried', (context) => {
    if (encoder === undefined) return context.skip();
    expect(installed?.said).toContain('minilm: Apache-2.0, 23.7 MB');
    expect(installed?.said).toMatch(/minilm is installed\.\nIt read a sentence in \d+ ms\./);
    expect(installed?.said).not.toContain('SHA-256');
    expect(installed?.asked.some((one) => / bytes=\d+-$/.test(one))).toBe(true);
    expect(encoder).toMatchObject({ kind: 'minilm', model: `minilm@${model?.version}` });
  });

  it('has the vectors that ONNX Runtime makes of the same files', async (context) => {
    if (encoder === undefined) return context.skip();
    const known = KNOWN.map(([text, start]) => ({ text, start }));
    const vectors = await encoder.encode(known.map(({ text }) => text));
    for (const [place, { start }] of known.entries()) {
      const vector = vectors[place] ?? new Float32Array();
      expect(vector).toHaveLength(encoder.size);
      expect(product(vector, vector)).toBeCloseTo(1, 4);
      for (const [index, value] of start.entries())
        expect(Math.abs((vector[index] ?? 0) - value)).toBeLessThan(0.018);
    }
  });

  it('puts like meanings near each other, and has nothing to say of nothing', async (context) => {
    if (encoder === undefined) return context.skip();
    const [cost, price, safe, none] = await encoder.encode([
      'How much does it cost?',
      'What is the price?',
      'Is it safe for small children?',
      ' ',
    ]);
    if (cost === undefined || price === undefined || safe === undefined)
      throw new Error('no vectors');
    expect(product(cost, price)).toBeGreaterThan(product(cost, safe) + 0.3);
    expect(none?.every((value) => value === 0)).toBe(true);
  });
});

const product = (left: Float32Array, right: Float32Array) =>
  left.reduce((sum, value, place) => sum + value * (right[place] ?? 0), 0);

/**
 * The first numbers of a sentence's vector, by onnxruntime-web 1.30.0 and the tokens of `@huggingface/tokenizers` 0.2.0.
 * They differ from ours by up to 0.014: it makes bytes of what a layer answers.
 */
const KNOWN: readonly (readonly [text: string, start: readonly number[]])[] = [
  ['How much does it cost?', [0.057, 0.031, 0.01, 0.029, -0.004, -0.02, 0.033, 0.081]],
  ['Is it safe for small children?', [0.065, 0.1, -0.007, 0.044, 0.025, 0.015, 0.065, 0.078]],
  [
    'Crème brûlée? It’s $5.99 … 今日は!',
    [0.013, 0.02, 0.061, -0.008, -0.029, -0.008, 0.095, 0.045],
  ],
  [
    'so my daughter is in the seventh grade and she has trouble with reading and I wonder whether you could help us',
    [0.064, -0.048, 0.016, 0.002, -0.049, 0.069, -0.082, -0.001],
  ],
];
