import { describe, expect, test } from 'vitest';
import { spellOut } from '../../../retrieval/language/number-words.ts';
import { numbersIn, readNumberCheck, soundsAlike } from './number-check.ts';

describe('a number that a caller makes sure of', () => {
  test.each([
    ['thirteen minutes you said one three', [13, 13], 'minutes'],
    ['was it thirteen or thirty', [13, 30], null],
    ['Thirty five days, right?', [35], 'days'],
    ['so 30 minutes?', [30], 'minutes'],
  ])('%s', (turn, numbers, unit) => {
    expect(readNumberCheck(turn)).toEqual({ numbers, unit });
  });

  test.each([
    'thirty',
    'I have thirty students, is that enough',
    'is it right for children under thirteen',
    'the second one or the third?',
    'was it expensive?',
  ])('says something else: %s', (turn) => {
    expect(readNumberCheck(turn)).toBeNull();
  });
});

test('numbers of a text are read with what they count', () => {
  expect(numbersIn('A free call of 30 minutes, kept for ninety days under 13.')).toEqual([
    { value: 30, text: '30 minutes' },
    { value: 90, text: 'ninety days' },
  ]);
});

test('thirteen sounds like thirty, and nothing else does', () => {
  expect(soundsAlike(13, 30)).toBe(true);
  expect(soundsAlike(50, 15)).toBe(true);
  expect(soundsAlike(13, 40)).toBe(false);
  expect(soundsAlike(3, 30)).toBe(false);
});

test('a number is spelled out digit by digit', () => {
  expect(spellOut(30)).toBe('three zero');
});
