import { describe, expect, it } from 'vitest';
import { goesOnAsking } from './fragment.ts';

const goesOn = (before: string, said: string) =>
  goesOnAsking(before, { said, plain: said.replace(/[?,]/gu, ''), start: 0 });

describe('what goes on with a question', () => {
  it('is a few words that ask by their mark alone', () => {
    expect(goesOn('does it alert somebody?', 'me,')).toBe(true);
    expect(goesOn('can I see it,', 'over a few weeks?')).toBe(true);
    expect(goesOn('is it difficult?', 'somebody teach me?')).toBe(false);
    expect(goesOn('is it safe,', 'and the cost?')).toBe(false);
  });

  it('is found whatever marks stand between the words before it', () => {
    const marks = 'and,,,,,,,,,,'.repeat(2_000);
    expect(goesOn(`${marks}what about it,`, 'does it cost much?')).toBe(true);
    expect(goesOn(`${marks}is it,`, 'over there?')).toBe(true);
  });
});
