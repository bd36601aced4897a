import { expect, test } from 'vitest';
import { asksVerdict } from './verdict.ts';

test.each([
  'so is that a yes or a no',
  "so that's a definite no?",
  'so is that a no',
  'okay so yes or no?',
  'can you just say yes or no please',
  'just give me a straight yes or no',
  'shall I take that as a no then',
])('wants a yes or a no: %s', (turn) => expect(asksVerdict(turn)).toBe(true));

test.each([
  'yes',
  'no',
  'well yes',
  'okay no',
  'is that a no-go area',
  'is there a yes or no test',
])('wants something else: %s', (turn) => expect(asksVerdict(turn)).toBe(false));

test('is read in a moment, however hostile', () => {
  const turn = `so ${'and but okay '.repeat(40)}is that a`;
  expect(asksVerdict(turn)).toBe(false);
});
