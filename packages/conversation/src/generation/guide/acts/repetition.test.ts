import { expect, it } from 'vitest';
import { blamesRepetition } from './repetition.ts';

it.each([
  'you said that already, word for word',
  "you've told me that already I'm asking does it make mistakes",
  'you told me that about the price already',
  'I was complaining that you repeat yourself',
  "good grief you've just done it again",
  'okay you say same thing again',
  'you keep giving me the same answer',
])('blames the assistant for saying something twice: “%s”', (turn) =>
  expect(blamesRepetition(turn)).toBe(true),
);

it.each([
  'can you repeat yourself please',
  'could you say that again',
  'is it the same thing as the tutor',
  'they told me it is free',
  'do students repeat the check in each day',
])('blames it for nothing: “%s”', (turn) => expect(blamesRepetition(turn)).toBe(false));
