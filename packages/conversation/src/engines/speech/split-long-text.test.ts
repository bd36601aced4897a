import { expect, it } from 'vitest';
import { splitLongText } from './split-long-text.ts';

it('leaves a sentence whole and drops nothing but space', () => {
  expect(splitLongText(' A short one. ', 220)).toEqual(['A short one.']);
  expect(splitLongText('  ', 220)).toEqual([]);
});

it('cuts at sentences before clauses before words', () => {
  const sentence = `${'word '.repeat(20)}end.`;
  expect(splitLongText([sentence, sentence, sentence].join(' '), 220)).toEqual([
    `${sentence} ${sentence}`,
    sentence,
  ]);
  const clause = `${'word '.repeat(25)}end,`;
  expect(splitLongText(`${clause} ${clause}`, 220)).toEqual([clause, clause]);
});

it('cuts what has no space at all', () => {
  const pieces = splitLongText('x'.repeat(1_000), 220);
  expect(pieces.join('')).toBe('x'.repeat(1_000));
  for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(220);
});
