import { expect, test } from 'vitest';
import { makesSure } from './checks.ts';

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
