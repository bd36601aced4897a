import { describe, expect, it } from 'vitest';
import { judgeInterruption } from '../playout/backchannel.ts';
import { classifyTurn } from './turn-shape.ts';

describe('classifyTurn (TURN-11)', () => {
  it.each([
    ['', 'empty'],
    ['What does it cost?', 'plain'],
    ['How much does it cost per year?', 'complete'],
    ['How much does it cost?', 'plain'],
    ['What does it.', 'open'],
    ['What does it do when a student', 'open'],
    ['Is there a free trial?', 'plain'],
    ['Which languages do you support?', 'complete'],
    ['Can you give me an example with?', 'open'],
    ['How does the mood.', 'open'],
    ['Can I see the mood.', 'doubtful'],
    ['Yes.', 'complete'],
    ['Thank you.', 'complete'],
    ['I teach math.', 'doubtful'],
    ['tell me about pricing', 'doubtful'],
    ['Um.', 'filler'],
    ['I teach math and.', 'open'],
    ['I was wondering if', 'open'],
    ['We have students,', 'open'],
    ['So I think...', 'open'],
    ['My number is 555 12.', 'slot'],
    ['My number is 555 123 4567.', 'plain'],
    ['Call me at five five five', 'slot'],
    ['It is spelled J O', 'slot'],
    ['My email is ann at', 'slot'],
    ['My email is ann at example dot com.', 'plain'],
  ] as const)('“%s” is %s', (text, shape) => {
    expect(classifyTurn(text)).toBe(shape);
  });

  it('takes a question that the assistant knows for complete', () => {
    const isKnown = (text: string) => text === 'How does the mood tracker work?';
    expect(classifyTurn('How does the mood tracker work?', isKnown)).toBe('complete');
    expect(classifyTurn('How does the mood.', isKnown)).toBe('open');
    expect(classifyTurn('How does the mood tracker work?')).not.toBe('complete');
  });

  it('makes nothing of the mark at the end', () => {
    for (const text of ['How much does it', 'Can we use it on iPads', 'I teach math'])
      expect(new Set(['', '.', '?'].map((mark) => classifyTurn(text + mark))).size).toBe(1);
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
    expect(judgeInterruption(text, { needed: 2 })).toBe(verdict);
  });
});
