import { expect, test } from 'vitest';
import { withoutDenial } from './denial.ts';

test.each([
  ["I'm not the parent, I'm the student. Can I use it?", "I'm the student. Can I use it?"],
  ["no i'm not a school, i'm a developer", "i'm a developer"],
  ['sorry, we are not a district, we are one small school', 'we are one small school'],
])('what a caller is not is left out: %s', (turn, rest) => {
  expect(withoutDenial(turn)).toBe(rest);
});

test.each([
  "I'm not a parent",
  "I'm not a teacher, is that a problem?",
  "I'm not the one who decides",
  "we're not sure, we might wait",
  'is it free, I am not a school, I am a parent',
])('stays: %s', (turn) => {
  expect(withoutDenial(turn)).toBe(turn);
});
