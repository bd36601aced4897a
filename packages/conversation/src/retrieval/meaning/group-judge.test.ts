import { expect, it } from 'vitest';
import { judgeGroups, learnJudge } from './group-judge.ts';
import { toLengthOne } from './vectors.ts';

const SIZE = 8;
/** Around three directions, more or less far away from each. */
const EXAMPLES = [0, 1, 2].map((group) =>
  Array.from({ length: 40 }, (_, index) =>
    toLengthOne(
      Float32Array.from({ length: SIZE }, (_, place) =>
        place === group ? 1.5 : Math.sin(7 * index + 3 * place + group) / 2,
      ),
    ),
  ),
);

const direction = (group: number) =>
  Float32Array.from({ length: SIZE }, (_, place) => (place === group ? 1 : 0));

it('finds the group of what it has not seen, and says how likely each is', () => {
  const weights = learnJudge(EXAMPLES);
  for (const group of [0, 1, 2]) {
    const likelihoods = [...judgeGroups(direction(group), weights)];
    expect(likelihoods.indexOf(Math.max(...likelihoods))).toBe(group);
    expect(likelihoods.reduce((sum, one) => sum + Math.exp(one), 0)).toBeCloseTo(1, 4);
  }
});

it('is not sure between two groups', () => {
  const between = toLengthOne(direction(0).map((value, place) => value + (place === 1 ? 1 : 0)));
  const [first = 0, second = 0, third = 0] = judgeGroups(between, learnJudge(EXAMPLES));
  expect(Math.max(first, second)).toBeLessThan(Math.log(0.95));
  expect(third).toBeLessThan(Math.min(first, second));
});

it('learns the same from the same, and takes a group without examples for unlikely', () => {
  expect(learnJudge(EXAMPLES)).toEqual(learnJudge(EXAMPLES));
  const [, , empty = 0] = judgeGroups(direction(0), learnJudge([...EXAMPLES.slice(0, 2), []]));
  expect(empty).toBeLessThan(Math.log(0.2));
});
