import { describe, expect, it } from 'vitest';
import { createSentenceSplitter } from '../playout/sentence-splitter.ts';

function split(text: string, size = text.length) {
  const splitter = createSentenceSplitter();
  const sentences: string[] = [];
  for (let start = 0; start < text.length; start += size) {
    sentences.push(...splitter.push(text.slice(start, start + size)));
  }
  return [...sentences, ...splitter.flush()];
}

describe('createSentenceSplitter', () => {
  it.each([
    ['One. Two? Three!', ['One.', 'Two?', 'Three!']],
    [
      'Ask Dr. Lee, e.g. about 3.5 of 5.0. Then call.',
      ['Ask Dr. Lee, e.g. about 3.5 of 5.0.', 'Then call.'],
    ],
    ['We are in the U.S. Our team is small.', ['We are in the U.S.', 'Our team is small.']],
    [
      'School starts at 8 a.m. and ends at 3 p.m. on Monday.',
      ['School starts at 8 a.m. and ends at 3 p.m. on Monday.'],
    ],
    ['J. Smith said “Yes.” Then she left.', ['J. Smith said “Yes.”', 'Then she left.']],
    ['1. First\n2. Second', ['1. First', '2. Second']],
    ['See kindling.org for No. 5. Bye.', ['See kindling.org for No. 5.', 'Bye.']],
    ['Is it free? No. It is not.', ['Is it free?', 'No.', 'It is not.']],
    ['Well... maybe', ['Well...', 'maybe']],
    ['We have 25. That is all.', ['We have 25.', 'That is all.']],
    [' … ', []],
  ])('%s', (text, expected) => {
    expect(split(text)).toEqual(expected);
  });

  it('gives a sentence as soon as it closes', () => {
    const splitter = createSentenceSplitter();
    expect(splitter.push('It costs 3.')).toEqual([]);
    expect(splitter.push('5 dollars. ')).toEqual(['It costs 3.5 dollars.']);
  });

  it('cuts a sentence that does not end, and loses nothing of it', () => {
    const text = Array.from({ length: 200 }, (_, index) => `word${index},`).join(' ');
    const sentences = split(text, 17);
    expect(Math.max(...sentences.map(({ length }) => length))).toBeLessThanOrEqual(282);
    expect(sentences.join(' ')).toBe(text);
  });
});
