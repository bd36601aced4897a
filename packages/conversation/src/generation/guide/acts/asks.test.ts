import { describe, expect, it } from 'vitest';
import { impliedQuestion } from './asks.ts';

describe('what a caller says they do not know yet', () => {
  it.each([
    ["I teach art so I don't know if there's anything here for me", 'if there is anything'],
    ["I've been asked to, well, to find out if this is safe", 'if this is safe'],
    ["I'm a mum and I have no idea what it costs", 'what it costs'],
    ['my head told me to look into whether it is legal', 'whether it is legal'],
    ['I was wondering how they log in', 'how they log in'],
    ["I'm a mum and I don't know how much it costs", 'howmuch it costs'],
  ])('is implied: %s', (turn, question) =>
    expect(impliedQuestion(turn)).toMatch(new RegExp(`^${question}`)),
  );

  it.each([
    "I don't know",
    'I teach maths',
    "I'm not sure about that",
    'no idea',
    "I'm a parent and I don't know what to ask",
    "I'm a teacher and I'm not sure what you are",
    "I'm a dad, is it safe? I have no idea what my son does there",
  ])('is not: %s', (turn) => expect(impliedQuestion(turn)).toBeNull());
});
