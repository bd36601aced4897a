import { expect, it } from 'vitest';
import { voicesWorry } from './worry.ts';

it.each([
  'That worries me a bit actually, does anyone look at it?',
  "I'm a bit worried to be honest, what is it she is talking to?",
  'but I do worry, what if she types something sad in there',
  'that always makes me a bit nervous, who has the data',
  'my concern is that they copy it, will they?',
  'if nobody reads it, that’s on me',
  "we're kind of afraid of cheating, what can we do",
])('a worry is voiced: “%s”', (turn) => expect(voicesWorry(turn)).toBe(true));

it.each([
  "I'm afraid I don't know which one that is",
  "when a student says 'I'm worried', who sees it, with the name?",
  "is it the kid's name next to worried",
  'I am not worried about that, what does it cost',
  'what do you do when a child is scared',
  'who is concerned with the data',
])('no worry is voiced: “%s”', (turn) => expect(voicesWorry(turn)).toBe(false));

it('a hostile turn is read at once', () => {
  expect(voicesWorry('we are kind of a bit '.repeat(24))).toBe(false);
});
