import { describe, expect, it } from 'vitest';
import { createCorrector } from './corrections.ts';
import { soundLikeness, toSaid } from './sound-likeness.ts';

const correct = createCorrector({
  terms: ['bursaries', 'mood tracker', 'chromebook', 'the minibus'],
  known: [
    'how do I get a bursary',
    'what is it',
    'is the tracker optional',
    'the tracker moves on',
  ],
});
const best = (turn: string) => correct(turn)[0]?.text;

describe('createCorrector', () => {
  it.each([
    ['Does it work on a clum book?', 'does it work on a chromebook'],
    ['Is the moon tracker optional?', 'is the mood tracker optional'],
    ['Who gets a bursar ease?', 'who gets a bursaries'],
    // Each of the words is known, and together they are not.
    ['Is the move tracker optional?', 'is the mood tracker optional'],
  ])('takes %j for %j', (heard, meant) => expect(best(heard)).toBe(meant));

  it.each([
    'Is the mood tracker optional?',
    'What is the capital of France?',
    'How do I get a bursary?',
    'What is it?',
    '',
  ])('leaves %j as it is', (heard) => expect(correct(heard)).toEqual([]));

  it('corrects two words of one turn', () => {
    expect(best('Does the moon tracker work on a chrome pook?')).toBe(
      'does the mood tracker work on a chromebook',
    );
  });
});

describe('soundLikeness', () => {
  const alike = (heard: string, meant: string) =>
    soundLikeness(toSaid(heard.split(' ')), toSaid(meant.split(' ')));

  it('is greater for what sounds more alike', () => {
    expect(alike('prompt zero', 'prompt hero')).toBeGreaterThan(
      alike('prompt zero', 'mood tracker'),
    );
    expect(alike('kappa', 'coppa')).toBeGreaterThan(alike('kappa', 'ferpa'));
    expect(alike('coppa', 'coppa')).toBe(1);
    expect(alike('', 'coppa')).toBe(0);
  });
});
