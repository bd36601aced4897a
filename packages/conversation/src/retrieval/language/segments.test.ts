import { expect, it } from 'vitest';
import { toClauses } from './segments.ts';

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
