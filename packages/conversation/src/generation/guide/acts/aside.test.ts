import { expect, test } from 'vitest';
import { withoutAside } from './aside.ts';

test.each([
  ["four hundred children, don't laugh. Who is told?", 'four hundred children. Who is told?'],
  ['and, no joke, two boys broke it. Do you?', 'and, two boys broke it. Do you?'],
  ['Thank you. Do you know, my late wife was a teacher.', 'Thank you. my late wife was a teacher.'],
  [
    'No, why did you say that? Anyway, is the mood thing watching my children?',
    'is the mood thing watching my children?',
  ],
  ['how long is the demo no wait can my head come to it too', 'can my head come to it too'],
  ['great thanks um one more thing have you done a DPIA', 'great thanks um have you done a DPIA'],
  ['Hello? Can you hear me? I am a governor of a school.', 'I am a governor of a school.'],
  ['Does it, the tutor, give any sources?', 'Does it give any sources?'],
  ['is there somebody, an actual person, I could quote', 'is there somebody I could quote'],
  ['okay, last question: does it work on tablets', 'okay, does it work on tablets'],
])('what is said aside is not asked: %s', (turn, rest) => {
  expect(withoutAside(turn)).toBe(rest);
});

test.each([
  'Hello? Can you hear me?',
  'can you hear me or is it my phone',
  'how do I say goodbye to you',
  'what do you call it when a bot makes things up',
  'do you know my school',
  'what is it anyway',
  'is there one more thing I should know',
  'my last question was not answered by you',
  'is it free no wait i mean for teachers',
  'can they see it, the parents, or the head alone',
  'It rained, anyway, I was very late that day.',
])('is asked, or all there is: %s', (turn) => {
  expect(withoutAside(turn)).toBe(turn);
});
