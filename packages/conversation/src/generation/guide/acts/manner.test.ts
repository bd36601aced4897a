import { describe, expect, test } from 'vitest';
import { withoutManner } from './manner.ts';

describe('how an answer is to be said', () => {
  test.each([
    ['okay so give me the short version what do you make', 'okay so what do you make'],
    ['short version please, who can see the chats', 'who can see the chats'],
    ['tell me in one sentence what the tutor does', 'tell me what the tutor does'],
    ['In a nutshell, how does it work?', 'how does it work?'],
    ["don't give me marketing, what keeps it on the subject", 'what keeps it on the subject'],
  ])('%s', (turn, question) => {
    expect(withoutManner(turn)).toBe(question);
  });

  test.each([
    'give me the short version',
    'can you make it short',
    'can the students answer in one sentence',
    'is there a short version of the guide',
    'what does it cost',
  ])('is all that is asked, or is not said of the answer: %s', (turn) => {
    expect(withoutManner(turn)).toBe(turn);
  });
});
