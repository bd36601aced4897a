import { expect, it } from 'vitest';
import { readCorrection } from './correction.ts';

it.each([
  ['no i meant the demo call is that free', 'the demo call is that free'],
  ['No, not this call. The mood thing.', 'The mood thing.'],
  ['no i didnt ask about parents i meant what does a child do', 'what does a child do'],
  ["sorry I didn't ask the price, I asked who else is using it", 'who else is using it'],
  ['haha no i meant kindling in short not me', 'kindling in short'],
  ['not a whole district', ''],
])('“%s” means “%s”', (turn, meant) => {
  expect(readCorrection(turn)).toEqual({ meant });
});

it.each([
  'no',
  'no thank you',
  'i mean is it safe',
  'no idea what that is',
  'not really',
  'is it not dangerous',
  'what do you mean by that',
])('puts nothing right: “%s”', (turn) => {
  expect(readCorrection(turn)).toBeNull();
});
