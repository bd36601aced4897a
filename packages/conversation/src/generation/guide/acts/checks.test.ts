import { expect, test } from 'vitest';
import { makesSure, sumsUp } from './checks.ts';

test.each([
  'so you mean nobody rings the teacher, is that right?',
  "so you're saying there is no price",
  'and that means I have to pay first',
  'does that mean we need our own server',
])('makes sure of what was said: %s', (turn) => {
  expect(makesSure(turn)).toBe(true);
});

test.each(['what does it cost', 'what does scaffolded mean', 'is it right for year two'])(
  'asks something: %s',
  (turn) => {
    expect(makesSure(turn)).toBe(false);
  },
);

test.each([
  ["right, so you're saying nobody sees it", true],
  ['does that mean we need our own server', false],
  ['you mean the tutor', false],
])('sums up what was said: %s', (turn, sums) => {
  expect(sumsUp(turn)).toBe(sums);
});
