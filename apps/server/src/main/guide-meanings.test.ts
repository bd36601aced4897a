import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EncoderModel, Knowledge } from '@kindling/conversation';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readBrandContent } from '../platform/config/brand-content.ts';
import { createGuideMeanings } from './guide-meanings.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindling-meanings-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A few entries are learned in no time. */
function readLittle(): Knowledge {
  const { knowledge } = readBrandContent();
  return { ...knowledge, entries: knowledge.entries.slice(0, 2) };
}

/** Files that are none of a model. */
function installDamaged(): EncoderModel {
  const models = join(folder, 'models');
  mkdirSync(models);
  writeFileSync(join(models, 'model.onnx'), '<html>');
  writeFileSync(join(models, 'tokenizer.json'), '{}');
  return { name: 'damaged', engine: 'minilm', folder: models, version: '1' };
}

it('learns by the encoder that npm brings where the one installed cannot be used', async () => {
  const lost: string[] = [];
  const guide = createGuideMeanings(readLittle());
  guide.learn({
    cacheFolder: join(folder, 'cache'),
    encoders: [installDamaged()],
    onEncoderLost: (name, error) => lost.push(`${name}: ${error}`),
  });
  const meanings = await guide.meanings;
  expect(lost).toEqual([expect.stringMatching(/^damaged: .*did not answer/)]);
  expect(meanings.kind).toBe('universal');
  await meanings.ask(['What is this about?']);
  expect(meanings.of('What is this about?')).toHaveLength(512);
  await guide.close();
});
