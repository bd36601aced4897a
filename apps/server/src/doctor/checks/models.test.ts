import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findingsOf, temporaryFolder, testScene } from '../../../testing/doctor/test-scene.ts';
import { models } from './models.ts';

const BYTES = Buffer.from('weights');

/** A data folder with a model in it, as installed. */
function install(name: string): { readonly data: string; readonly file: string } {
  const data = temporaryFolder();
  const folder = join(data, 'models', name);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'model.onnx');
  writeFileSync(file, BYTES);
  const sha256 = createHash('sha256').update(BYTES).digest('hex');
  const files = [{ path: 'model.onnx', bytes: BYTES.length, sha256 }];
  const receipt = { name, licence: 'MIT', installedAt: '2026-11-24T00:00:00Z', files };
  writeFileSync(join(folder, 'installed.json'), JSON.stringify(receipt));
  return { data, file };
}

const look = (data: string) => findingsOf(models, testScene({ env: { KINDLING_DATA: data } }));

it('finds a model whole', async () => {
  const { data } = install('smart-turn');
  expect(await look(data)).toEqual(['ok: smart-turn is whole (1 files, SHA-256).']);
});

it.each([
  ['has another SHA-256', (file: string) => writeFileSync(file, 'weightz')],
  ['has 3 bytes instead of 7', (file: string) => writeFileSync(file, 'wei')],
  ['is missing', (file: string) => rmSync(file)],
])('tells a file that %s', async (what, damage) => {
  const { data, file } = install('smart-turn');
  damage(file);
  expect(await look(data)).toEqual([`fail: smart-turn is damaged: model.onnx ${what}.`]);
});

it('tells what a voice needs and does not have', async () => {
  const { data } = install('piper-ljspeech');
  expect(await look(data)).toEqual([
    'fail: piper-ljspeech is not used: espeak-english is missing.',
  ]);
});

it('warns of a model that has not arrived whole', async () => {
  const { data } = install('smart-turn');
  rmSync(join(data, 'models/smart-turn/installed.json'));
  expect(await look(data)).toEqual(['warn: smart-turn is not installed whole, and is not used.']);
});

it('has nothing to look at where none is installed', async () => {
  expect(await look(temporaryFolder())).toEqual([
    'skipped: No model is installed: those that come with the server are used.',
  ]);
});
