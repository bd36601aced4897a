import { expect, it } from 'vitest';
import { longestCall } from './notice-strings.ts';

it.each([
  [300, 'A call lasts at most 5 minutes.'],
  [60, 'A call lasts at most 1 minute.'],
  [90, 'A call lasts at most 1 minute 30 seconds.'],
  [undefined, 'A call has a time limit.'],
])('%s seconds: %s', (seconds, words) => {
  expect(longestCall(seconds)).toBe(words);
});
