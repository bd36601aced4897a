import { expect, it } from 'vitest';
import { toClauses, toSegments } from './segments.ts';

it('a long turn that counts its questions is cut where it counts', () => {
  const turn =
    'this is the only time I get so first are you there all night and second can I get a call outside office hours';
  expect(toClauses(turn)).toEqual([
    'this is the only time I get',
    'are you there all night',
    'can I get a call outside office hours',
  ]);
});

it('what is only called first is no count', () => {
  const turn =
    'my first class starts at nine and the second one at ten and is that too early for it';
  expect(toClauses(turn).join(' ')).toBe(turn);
});

it('“also” begins a question of its own only where one follows', () => {
  expect(toSegments('does it answer also when I am at home')).toHaveLength(1);
  expect(toSegments('is it safe also when can I try it')).toEqual([
    'is it safe',
    'when can I try it',
  ]);
});
