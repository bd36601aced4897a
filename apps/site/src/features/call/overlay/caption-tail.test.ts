import { expect, it } from 'vitest';
import { tailOf } from './caption-tail.ts';

it('leaves a short text as it is', () => {
  expect(tailOf('What does it cost')).toBe('What does it cost');
});

it('keeps the newest whole words of a long one', () => {
  const words = Array.from({ length: 40 }, (_, index) => `word${index}`);
  const tail = tailOf(words.join(' '));
  const [mark, ...kept] = tail.split(' ');
  expect(mark).toBe('…');
  expect(kept).toEqual(words.slice(-kept.length));
  expect(tail.length).toBeLessThanOrEqual(72);
});
