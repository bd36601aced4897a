import { expect, it } from 'vitest';
import { say } from '../../../testing/product-guide.ts';
import { OF_CALL, OF_SCHOOL } from './phrases.ts';

const ASKED = "is that this call or is that the kids' stuff as well?";

it('what holds of the call alone is said to, and what is known of those who learn', () => {
  const { text, entries } = say('how long do you keep what I say in this call', ASKED);
  expect(text).toMatch(new RegExp(`^${OF_CALL} .`));
  const ofCall = entries.filter((entry) => entry.ofCall === true);
  expect(ofCall.length > 0).toBe(text.endsWith(OF_SCHOOL));
});

it('is nothing that was said of the call where it was not', () => {
  expect(say('what does it cost', ASKED).text).not.toContain(OF_CALL);
});

it.each([
  ['how long do you keep the chats of our students', 'privacy-students-kept'],
  ['how long do you keep what I say in this call', 'privacy-kept'],
])('“%s” is answered by %s', (turn, id) => {
  expect(say(turn).entries.map((entry) => entry.id)).toEqual([id]);
});
