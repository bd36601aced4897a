import { expect, test } from 'vitest';
import { withoutHesitation } from './hesitation.ts';

test.each([
  ['so eh what what is Kindling in a nutshell', 'so what is Kindling in a nutshell'],
  ['is there is there anything in this for them', 'is there anything in this for them'],
  [
    'then how can I em how can I bring it to their attention',
    'then how can I bring it to their attention',
  ],
  ['does he um, uh, type it', 'does he type it'],
  ['and if, äh, if it can run on our own server', 'and if it can run on our own server'],
  ['hiii but whyyy', 'hi but why'],
  ['have you got any, um, evidence that it works', 'have you got any evidence that it works'],
  [
    "whether you'll sign the, what's it called, the data privacy thing",
    "whether you'll sign the data privacy thing",
  ],
  ['our kids are, how do I put this, good at it', 'our kids are good at it'],
  [
    'my son, he is a bit, how do I say, he copies everything',
    'my son, he is a bit, he copies everything',
  ],
  ['He is, what’s the word, shy.', 'He is shy.'],
  ["can I see it, 'cause my son is shy", 'can I see it, because my son is shy'],
  ['do they get, like, a busy tone', 'do they get a busy tone'],
  ["I don't really know what it is, to be honest?", "I don't really know what it is?"],
  ['I am less excited to be honest with you, is it safe', 'I am less excited, is it safe'],
])('is left out: %s', (turn, meant) => {
  expect(withoutHesitation(turn)).toBe(meant);
});

test.each([
  'five five five oh one four eight',
  'no no, not that',
  'um',
  'Ember, what is it called in Spanish?',
  'You have a score. What is it called? And is it free?',
  'www dot kindling in grade iii',
  'can I give em to the kids',
  'it is very very slow',
  'how do they learn to be honest about it',
  'do students learn to be honest?',
])('stays: %s', (turn) => {
  expect(withoutHesitation(turn)).toBe(turn);
});

/** Read in too many ways, it would hold up every other call. */
test('a hostile turn is read at once', () => {
  const turn = 'is it the '.repeat(50);
  expect(withoutHesitation(turn).length).toBeLessThanOrEqual(turn.length);
});
