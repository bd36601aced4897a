import { describe, expect, it } from 'vitest';
import { readRecall } from './recall.ts';

describe('what was said before is asked for again', () => {
  it.each([
    ['what was that again about the bug', 'the bug'],
    ['sorry can you say the bit about subjects again', 'subjects'],
    ['and what did you say about the demo again', 'the demo'],
    ['what was the thing you said about the pilot again', 'the pilot'],
    ["let's go back to the thing about the price", 'the price'],
    ['Never mind Safari. I said, repeat what you told me about the hints.', 'the hints'],
  ])('%s', (turn, subject) => expect(readRecall(turn)).toBe(subject));

  it.each([
    "Let's go back to the demo, can three of my colleagues join it too?",
    'what is it about',
    'what was that',
    'tell me about the hints',
    'what do you say about teachers who do not want it and who fear for their job',
  ])('is not in %j', (turn) => expect(readRecall(turn)).toBeNull());
});
