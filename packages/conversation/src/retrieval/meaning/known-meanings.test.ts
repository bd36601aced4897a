import { expect, it } from 'vitest';
import { createJudge, createKnownMeanings } from './known-meanings.ts';
import { createMeaningIndex } from './meaning-index.ts';
import { learnMeaning } from './meaning-space.ts';

const SIZE = 8;
const GROUPS = [
  ['price one', 'price two', 'price three'],
  // Also an example of the first group.
  ['safe one', 'safe two', 'price two'],
];
const vectorOf = (text: string) =>
  Float32Array.from({ length: SIZE }, (_, place) => {
    if (place === 0) return text.startsWith('price') ? 1 : -1;
    return Math.sin(text.length * place) / 4;
  });

function createMeanings(maxRemembered?: number) {
  return createKnownMeanings({
    encoder: {
      kind: 'universal',
      size: SIZE,
      model: 'fake@1',
      encode: async (texts) => texts.map(vectorOf),
      learn: async (groups) => learnMeaning(groups.map((group) => group.map(vectorOf))),
      close: async () => undefined,
    },
    learned: learnMeaning(GROUPS.map((group) => group.map(vectorOf))),
    groups: GROUPS,
    maxRemembered,
  });
}

it('judges to which group a meaning belongs, by the first example of each', async () => {
  const meanings = createMeanings();
  await meanings.ask(['price of it']);
  const judged = meanings.judge(meanings.of('price of it') ?? new Float32Array(SIZE));
  expect(judged('price one')).toBeGreaterThan(judged('safe one'));
  expect(Math.exp(judged('price one')) + Math.exp(judged('safe one'))).toBeCloseTo(1, 4);
  expect(judged('price two')).toBe(Number.NEGATIVE_INFINITY);
});

it('knows a group by its place, whatever its examples are', () => {
  // Biases alone: the second group is e times as likely as the first.
  const judged = createJudge([['a'], ['b']], Float32Array.from([0, 0, 0, 0, 0, 1]));
  const [first, second] = ['a', 'b'].map(judged(Float32Array.from([1, 0])));
  expect((second ?? 0) - (first ?? 0)).toBeCloseTo(1, 4);
});

it.each([
  [0, 1],
  [-4, 0.5],
  [-8, 0],
  [-20, 0],
  [Number.NEGATIVE_INFINITY, 0],
])('takes a logarithm of %d for evidence of %d', (likelihood, evidence) => {
  const meaning = Float32Array.from([1, 0]);
  const compare = createMeaningIndex([{ id: 'a', meaning }]);
  expect(compare({ meaning, judge: () => likelihood }).of('a').judged).toBeCloseTo(evidence, 6);
});

it('forgets the oldest of too many, and no example', async () => {
  const meanings = createMeanings(2);
  await meanings.ask(['one', 'two', 'three']);
  expect(['one', 'two', 'three'].map((text) => meanings.of(text) !== null)).toEqual([
    false,
    true,
    true,
  ]);
  expect(GROUPS.flat().every((text) => meanings.of(text) !== null)).toBe(true);
});
