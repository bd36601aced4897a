import { describe, expect, it } from 'vitest';
import { findPlace } from './place.ts';

describe('which of several is asked for', () => {
  it.each([
    ['um the second one', 1],
    ['the first', 0],
    ['okay and wait what was the fourth one again', 3],
    ['number three please', 2],
    ['what about the last one', 3],
    ['tell me about the third', 2],
  ])('is told by its place: %s', (turn, place) => expect(findPlace(turn, 4)).toBe(place));

  it.each(['the fifth one', 'at first I thought so', 'is the second grade too early', 'one', ''])(
    'is not said in %j',
    (turn) => expect(findPlace(turn, 4)).toBeNull(),
  );
});
