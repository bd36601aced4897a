import { expect, it } from 'vitest';
import { splitClauses } from './split-clauses.ts';

it('cuts where a clause ends, so that the first can be heard early', () => {
  expect(
    splitClauses(
      'Every teacher can see how the class is doing, and every student has a tutor to ask.',
    ),
  ).toEqual([
    'Every teacher can see how the class is doing,',
    'and every student has a tutor to ask.',
  ]);
});

it('leaves short clauses together, and loses nothing', () => {
  const text = 'Yes, of course, it is free; and so on, as you like, on any day that suits you.';
  const pieces = splitClauses(text);
  expect(pieces.join(' ')).toBe(text);
  for (const piece of pieces) expect(piece.length).toBeGreaterThanOrEqual(24);
  expect(splitClauses('Yes, it is.')).toEqual(['Yes, it is.']);
});

it('cuts what has no clauses only where it is too long', () => {
  const words = 'word '.repeat(40).trim();
  expect(splitClauses(words)).toEqual([words]);
  for (const piece of splitClauses(`${words} ${words}`)) expect(piece.length).toBeLessThan(221);
});
