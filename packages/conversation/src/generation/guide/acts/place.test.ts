import { describe, expect, it } from 'vitest';
import { findNamedOne, findPlace } from './place.ts';

describe('which of several is asked for', () => {
  it.each([
    ['um the second one', 1],
    ['the first', 0],
    ['okay and wait what was the fourth one again', 3],
    ['number three please', 2],
    ['what about the last one', 3],
    ['tell me about the third', 2],
    ['the third one, how does that work', 2],
  ])('is told by its place: %s', (turn, place) => expect(findPlace(turn, 4)).toBe(place));

  it.each(['the fifth one', 'at first I thought so', 'is the second grade too early', 'one', ''])(
    'is not said in %j',
    (turn) => expect(findPlace(turn, 4)).toBeNull(),
  );

  it.each([
    ['tell me more about the English one', 'english'],
    ['what about the maths one?', 'maths'],
    ['how does the English one help', null],
  ])('is told by its name: %s', (turn, name) => expect(findNamedOne(turn)).toBe(name));
});
