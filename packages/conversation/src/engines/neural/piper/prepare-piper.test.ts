import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { preparePiper } from './prepare-piper.ts';

let folder: string;
let cache: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindling-piper-'));
  cache = join(folder, 'cache');
  writeFileSync(join(folder, 'model.onnx'), MODEL);
  writeFileSync(join(folder, 'model.onnx.json'), JSON.stringify(CONFIG));
});
afterEach(() => rmSync(folder, { recursive: true }));

const MODEL = Buffer.from('weights');
const CONFIG = {
  audio: { sample_rate: 22_050 },
  espeak: { voice: 'en-us' },
  num_speakers: 1,
  phoneme_id_map: { _: [0], ' ': [3], ə: [59] },
};

/** Entries of `metadata_props`, as a reader of protobuf finds them. */
function readMetadata(bytes: Buffer): Record<string, string> {
  const found: Record<string, string> = {};
  for (let at = 0; at < bytes.length; ) {
    expect(bytes[at]).toBe(0x72);
    const entry = bytes.subarray(at + 2, at + 2 + (bytes[at + 1] ?? 0));
    const key = entry.subarray(2, 2 + (entry[1] ?? 0)).toString();
    found[key] = entry.subarray(4 + key.length).toString();
    at += 2 + entry.length;
  }
  return found;
}

it('appends what the library wants to know to a copy of the model', async () => {
  const { model, tokens } = await preparePiper(folder, cache);
  const copy = readFileSync(model);
  expect(copy.subarray(0, MODEL.length)).toEqual(MODEL);
  expect(readMetadata(copy.subarray(MODEL.length))).toEqual({
    model_type: 'vits',
    comment: 'piper',
    language: 'English',
    voice: 'en-us',
    has_espeak: '1',
    n_speakers: '1',
    sample_rate: '22050',
  });
  expect(readFileSync(tokens, 'utf8')).toBe('_ 0\n  3\nə 59\n');
  expect(readFileSync(join(folder, 'model.onnx'))).toEqual(MODEL);
});

it('copies once, and anew when the model is another', async () => {
  const once = await preparePiper(folder, cache);
  expect(await Promise.all([1, 2].map(() => preparePiper(folder, cache)))).toEqual([once, once]);
  expect(readdirSync(cache)).toHaveLength(2);
  writeFileSync(join(folder, 'model.onnx'), 'other weights');
  const other = await preparePiper(folder, cache);
  expect(readFileSync(other.model, 'utf8')).toContain('other weights');
});

it('refuses what says nothing of a voice', async () => {
  writeFileSync(join(folder, 'model.onnx.json'), '{"audio":{}}');
  await expect(preparePiper(folder, cache)).rejects.toMatchObject({ code: 'engine_failed' });
});
