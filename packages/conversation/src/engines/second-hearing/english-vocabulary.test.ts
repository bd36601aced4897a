import { expect, it } from 'vitest';
import { findEnglish } from './english-vocabulary.ts';

it('keeps words, numbers, marks and the end, and leaves out other scripts', () => {
  const vocabulary = ['<unk>', '<s>', '</s>', '▁the', 'é', "'", '▁', 'про', '7', '()', '?'];
  const { tokens, end } = findEnglish(vocabulary, 2);
  expect(tokens).toEqual([2, 3, 5, 6, 8, 10]);
  expect(end).toBe(0);
});
