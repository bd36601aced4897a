import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFakeEncoder, learnBy } from '../../testing/fake-encoder.ts';
import { learnOnce } from './learned-file.ts';
import type { Examples, SentenceEncoder } from './sentence-encoder.ts';

const SIZE = 8;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindling-meaning-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const vectorOf = (text: string) =>
  Float32Array.from({ length: SIZE }, (_, place) => Math.sin(place * text.length + 1));

function createCountingEncoder(model?: string) {
  const learned: Examples[] = [];
  const encoder: SentenceEncoder = {
    ...createFakeEncoder(vectorOf, model),
    async learn(examples) {
      learned.push(examples);
      return learnBy(vectorOf, examples);
    },
  };
  return { encoder, learned };
}

const EXAMPLES: Examples = {
  groups: [['one', 'another'], ['something else']],
  followUps: [{ text: 'and then what', behind: 0, group: 1 }],
};
const OTHERS: Examples = { ...EXAMPLES, groups: [...EXAMPLES.groups, ['new']] };

it('learns once, and reads it afterwards', async () => {
  const { encoder, learned } = createCountingEncoder();
  const first = await learnOnce(encoder, EXAMPLES, folder);
  const second = await learnOnce(encoder, EXAMPLES, folder);
  expect(learned).toHaveLength(1);
  expect(second).toEqual(first);
  expect(second.followJudge).toHaveLength(2 * (2 * SIZE + 1));
});

it('learns anew where something else is asked behind them', async () => {
  const { encoder, learned } = createCountingEncoder();
  await learnOnce(encoder, EXAMPLES, folder);
  const { followJudge } = await learnOnce(encoder, { ...EXAMPLES, followUps: [] }, folder);
  expect(learned).toHaveLength(2);
  expect(followJudge).toHaveLength(0);
});

it('learns anew of other examples, by another model, and from a damaged file', async () => {
  const { encoder, learned } = createCountingEncoder();
  await learnOnce(encoder, EXAMPLES, folder);
  await learnOnce(encoder, OTHERS, folder);
  expect(learned).toHaveLength(2);
  expect(readdirSync(folder)).toHaveLength(1);
  const other = createCountingEncoder('fake@2');
  await learnOnce(other.encoder, EXAMPLES, folder);
  expect(other.learned).toHaveLength(1);
  await learnOnce(encoder, EXAMPLES, folder);
  expect(learned).toHaveLength(3);
  for (const name of readdirSync(folder)) truncateSync(join(folder, name), 100);
  await learnOnce(encoder, EXAMPLES, folder);
  expect(learned).toHaveLength(4);
});

it('needs no folder that it may write to', async () => {
  const { encoder } = createCountingEncoder();
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const learned = await learnOnce(encoder, EXAMPLES, join(file, 'below'));
  expect(learned.examples).toHaveLength(3 * SIZE);
});
