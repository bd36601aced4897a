import { expect, it } from 'vitest';
import { createFakeEncoder, learnBy } from '../../testing/fake-encoder.ts';
import { createJudge, createKnownMeanings } from './known-meanings.ts';
import { createMeaningIndex } from './meaning-index.ts';

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

/** Behind what is about the price people ask whether it is safe, and the other way round. */
const FOLLOW_UPS = [
  { text: 'and is it then', behind: 0, group: 1 },
  { text: 'and is it then, you think', behind: 1, group: 0 },
];

function createMeanings(maxRemembered?: number, followUps = FOLLOW_UPS) {
  const examples = { groups: GROUPS, followUps };
  return createKnownMeanings({
    encoder: createFakeEncoder(vectorOf),
    learned: learnBy(vectorOf, examples),
    examples,
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

it('judges the same behind what a group is about, by what people ask next', async () => {
  const meanings = createMeanings();
  await meanings.ask(['and is it']);
  const meaning = meanings.of('and is it') ?? new Float32Array(SIZE);
  const behindPrice = meanings.judgeBehind('price one')?.(meaning);
  const behindSafe = meanings.judgeBehind('safe one')?.(meaning);
  expect(behindPrice?.('safe one')).toBeGreaterThan(behindSafe?.('safe one') ?? 0);
  expect(behindPrice?.('price one')).toBeLessThan(behindSafe?.('price one') ?? 0);
  expect(behindPrice?.('something else')).toBe(Number.NEGATIVE_INFINITY);
});

it('judges nothing behind what it does not know, and nothing where no follow-ups were learned', () => {
  expect(createMeanings().judgeBehind('price two')).toBeNull();
  expect(createMeanings(undefined, []).judgeBehind('price one')).toBeNull();
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
  const learned = [...GROUPS.flat(), ...FOLLOW_UPS.map(({ text }) => text)];
  expect(learned.every((text) => meanings.of(text) !== null)).toBe(true);
});
