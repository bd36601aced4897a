import { expect, it } from 'vitest';
import { greetingOf } from './greeting.ts';

const now = new Date('2026-11-22T12:00:00Z');

it.each([
  [{ firstMessage: 'Good day.' }, 'Good day.'],
  [{ firstMessage: 'It is {{date}}.' }, 'It is 2026-11-22.'],
  [{ firstMessage: 'Good day.', firstMessageMode: 'assistant-waits-for-user' } as const, null],
  [{}, null],
])('%j: %s', (assistant, greeting) => {
  expect(greetingOf(assistant, now)).toBe(greeting);
});
