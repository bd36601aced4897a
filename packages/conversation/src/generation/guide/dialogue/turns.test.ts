import { describe, expect, it } from 'vitest';
import { asksAnywhere, toSegments, withoutOpening } from '../../../retrieval/language/segments.ts';
import { toSentences } from '../../../retrieval/language/sentences.ts';
import { toChoiceOfTwo, toShortAnswer } from './short-answers.ts';

describe('toSegments', () => {
  it.each([
    ['What is it? How much is it?', ['What is it?', 'How much is it?']],
    ['What is it and how much is it', ['What is it', 'how much is it']],
    ['I teach math. Can it help?', ['I teach math. Can it help?']],
    ['Reading and writing', ['Reading and writing']],
    ['', []],
  ])('%j', (turn, segments) => expect(toSegments(turn)).toEqual(segments));
});

describe('withoutOpening', () => {
  it.each([
    ['Okay, so um, is it safe?', 'is it safe?'],
    ['Hi, I was wondering what plugins are', 'what plugins are'],
    ['Thanks a lot', 'Thanks a lot'],
    ['Okay thanks bye', 'bye'],
    ['Hello', 'Hello'],
  ])('%j is %j', (turn, rest) => expect(withoutOpening(turn)).toBe(rest));
});

describe('toShortAnswer', () => {
  it.each([
    ['Yes please.', 'yes'],
    ['Sure, go ahead', 'yes'],
    ['Okay', 'yes'],
    ['No, thank you', 'no'],
    ['Not now', 'no'],
    ['The first one please', 'first'],
    ['the second', 'second'],
    ['um, I think the first', 'first'],
    ['the other one', 'second'],
    ['Yes, how much is it?', null],
    ['No price?', null],
    ['What is the second step?', null],
    ['', null],
  ])('%j is %j', (turn, answer) => expect(toShortAnswer(turn)).toBe(answer));
});

describe('toChoiceOfTwo', () => {
  it.each([
    ['Both, please.', 'both'],
    ['actually both of them', 'both'],
    ['Neither', 'neither'],
    ['none of the two', 'neither'],
    ['both schools use it', null],
    ['not that I know', null],
  ])('%j is %j', (turn, choice) => expect(toChoiceOfTwo(turn)).toBe(choice));
});

describe('asksAnywhere', () => {
  it.each([
    ['I wonder how long that takes', true],
    ['we have many pupils, can they type', true],
    ['the cost', true],
    ['does a person get alerted right away,', true],
    ['we are a cooperative of twelve families', false],
  ])('%j: %j', (turn, asks) => expect(asksAnywhere(turn)).toBe(asks));
});

describe('toSentences', () => {
  it.each([
    ['Ask Dr. Oakes. She knows.', ['Ask Dr. Oakes.', 'She knows.']],
    ['It is in room No. 5. Go up.', ['It is in room No. 5.', 'Go up.']],
    ['No. All live at home.', ['No.', 'All live at home.']],
    ['Bring fruit, e.g. Apples.', ['Bring fruit, e.g. Apples.']],
  ])('%j', (text, sentences) => expect(toSentences(text)).toEqual(sentences));
});
