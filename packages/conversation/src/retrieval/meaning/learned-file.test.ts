import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { learnOnce } from './learned-file.ts';
import { learnMeaning } from './meaning-space.ts';
import type { SentenceEncoder } from './sentence-encoder.ts';

const SIZE = 8;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindling-meaning-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const vectorOf = (text: string) =>
  Float32Array.from({ length: SIZE }, (_, place) => Math.sin(place * text.length + 1));

function createFakeEncoder(model = 'fake@1') {
  const learned: string[][][] = [];
  const encoder: SentenceEncoder = {
    kind: 'universal',
    size: SIZE,
    model,
    encode: async (texts) => texts.map(vectorOf),
    async learn(groups) {
      learned.push(groups.map((group) => [...group]));
      return learnMeaning(groups.map((group) => group.map(vectorOf)));
    },
    close: async () => undefined,
  };
  return { encoder, learned };
}

const GROUPS = [['one', 'another'], ['something else']];

it('learns once, and reads it afterwards', async () => {
  const { encoder, learned } = createFakeEncoder();
  const first = await learnOnce(encoder, GROUPS, folder);
  const second = await learnOnce(encoder, GROUPS, folder);
  expect(learned).toHaveLength(1);
  expect(second.mean).toEqual(first.mean);
  expect(second.spread).toEqual(first.spread);
  expect(second.examples).toEqual(first.examples);
  expect(second.judge).toEqual(first.judge);
});

it('learns anew of other examples, by another model, and from a damaged file', async () => {
  const { encoder, learned } = createFakeEncoder();
  await learnOnce(encoder, GROUPS, folder);
  await learnOnce(encoder, [...GROUPS, ['new']], folder);
  expect(learned).toHaveLength(2);
  expect(readdirSync(folder)).toHaveLength(1);
  const other = createFakeEncoder('fake@2');
  await learnOnce(other.encoder, GROUPS, folder);
  expect(other.learned).toHaveLength(1);
  await learnOnce(encoder, GROUPS, folder);
  expect(learned).toHaveLength(3);
  for (const name of readdirSync(folder)) truncateSync(join(folder, name), 100);
  await learnOnce(encoder, GROUPS, folder);
  expect(learned).toHaveLength(4);
});

it('needs no folder that it may write to', async () => {
  const { encoder } = createFakeEncoder();
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const learned = await learnOnce(encoder, GROUPS, join(file, 'below'));
  expect(learned.examples).toHaveLength(3 * SIZE);
});
