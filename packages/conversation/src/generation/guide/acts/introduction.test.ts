import { expect, it } from 'vitest';
import { readIntroduction } from './introduction.ts';

it.each([
  ['Hi, my name is Karen and I am the principal of a small school.', 'Karen', ''],
  ['hello my name is bob', 'Bob', ''],
  [
    'Hello. I teach math and I wanted to know if it works on old tablets.',
    null,
    'I wanted to know if it works on old tablets.',
  ],
  ['My name is Ana, what does it cost?', 'Ana', 'what does it cost?'],
  ["I'm a mother of two. Is it safe?", null, 'Is it safe?'],
  ["I'm Tom from Lincoln High", 'Tom', ''],
  ['we have 600 students and how much would that be', null, 'how much would that be'],
] as const)('“%s”', (turn, name, rest) => {
  expect(readIntroduction(turn)).toEqual({ name, rest });
});

it.each([
  'Hi there!',
  'I am looking for a demo',
  'this is great',
  'I am not sure what you mean',
  'it is a school thing, right?',
  'What is the mood tracker?',
  'my name is on the form, can you delete it',
  'can teachers see it',
])('is not one: “%s”', (turn) => {
  expect(readIntroduction(turn)).toBeNull();
});
