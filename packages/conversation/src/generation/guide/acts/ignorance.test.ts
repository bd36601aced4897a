import { expect, test } from 'vitest';
import { blamesIgnorance, makesSureOfIgnorance, takesUpIgnorance } from './ignorance.ts';

test.each([
  "so you don't know",
  'okay so nobody knows that',
  "so you can't tell me then",
  'you have no idea',
])('takes it up: %s', (turn) => expect(takesUpIgnorance(turn)).toBe(true));

test.each([
  "well don't you think you should",
  'you should know that',
  "why don't you know that",
  'how can you not know that',
])('minds it: %s', (turn) => expect(blamesIgnorance(turn)).toBe(true));

test.each(['are you sure about that', 'sure?', 'you really sure'])('makes sure: %s', (turn) =>
  expect(makesSureOfIgnorance(turn)).toBe(true),
);

test.each([
  "so you don't know which schools use it",
  'should we know that before we book',
  'who knows what they write',
  'you should see my class',
])('asks or tells something else: %s', (turn) => {
  expect(takesUpIgnorance(turn)).toBe(false);
  expect(blamesIgnorance(turn)).toBe(false);
});

test('is read in a moment, however hostile', () => {
  const turn = `so you do not know ${'that this at all '.repeat(30)}x`;
  expect(takesUpIgnorance(turn)).toBe(false);
  expect(blamesIgnorance(turn)).toBe(false);
});
