import { describe, expect, it } from 'vitest';
import { judgeInterruption } from '../playout/backchannel.ts';
import { classifyTurn } from './turn-shape.ts';

describe('classifyTurn (TURN-11)', () => {
  it.each([
    ['', 'empty'],
    ['What does it cost?', 'complete'],
    ['I have 25 students.', 'complete'],
    ['We teach grades five to eight.', 'complete'],
    ['What is it for?', 'complete'],
    ['Yes.', 'complete'],
    ['can you tell me the price', 'complete'],
    ['tell me about pricing', 'plain'],
    ['Um.', 'filler'],
    ['I teach math and.', 'open'],
    ['I was wondering if', 'open'],
    ['We have students,', 'open'],
    ['So I think...', 'open'],
    ['My number is 555 12.', 'slot'],
    ['My number is 555 123 4567.', 'complete'],
    ['Call me at five five five', 'slot'],
    ['It is spelled J O', 'slot'],
    ['My email is ann at', 'slot'],
    ['My email is ann at example dot com.', 'complete'],
  ] as const)('“%s” is %s', (text, shape) => {
    expect(classifyTurn(text)).toBe(shape);
  });
});

describe('judgeInterruption (TURN-22)', () => {
  it.each([
    ['', 'nothing'],
    ['[noise]', 'nothing'],
    ['Mm-hmm.', 'backchannel'],
    ['Okay, okay.', 'backchannel'],
    ['Yeah, right.', 'backchannel'],
    ['Okay but how much is it?', 'words'],
    ['pricing', 'too-few'],
    ['Wait.', 'words'],
    ['No, no.', 'words'],
  ] as const)('“%s” is %s', (text, verdict) => {
    expect(judgeInterruption(text, 2)).toBe(verdict);
  });
});
