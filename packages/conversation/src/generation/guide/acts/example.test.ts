import { expect, it } from 'vitest';
import { asksExample } from './example.ts';

it.each([
  'like what',
  'Like what, for example?',
  'such as?',
  'okay, can you give me an example',
  'for instance',
  'what sort of thing would that be',
])('hears that an example is wanted: %s', (turn) => {
  expect(asksExample(turn)).toBe(true);
});

it.each([
  'for example the maths app',
  'give me an example of a good prompt',
  'what kind of things do you store',
  'like what my son has',
])('hears that something else is asked: %s', (turn) => {
  expect(asksExample(turn)).toBe(false);
});
