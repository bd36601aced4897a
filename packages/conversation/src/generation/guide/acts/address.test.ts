import { describe, expect, test } from 'vitest';
import { withoutAddress } from './address.ts';

describe('who is addressed is not what is asked', () => {
  test.each([
    ['tell me a joke, Ember', 'tell me a joke'],
    ['ember how long is the course', 'how long is the course'],
    ['Ember, is it safe?', 'is it safe?'],
    ['what does it cost ember?', 'what does it cost?'],
    [
      'well hello there young lady how are you doing today',
      'well hello there how are you doing today',
    ],
    ['thanks ember', 'thanks'],
    ['no mate I asked about the course', 'no I asked about the course'],
    ['Is it open at weekends, love?', 'Is it open at weekends?'],
    ['bye bye my dear', 'bye bye'],
    ['do you have a name dear', 'do you have a name'],
  ])('%s', (turn, rest) => {
    expect(withoutAddress(turn, 'Ember')).toBe(rest);
  });

  test.each([
    'Ember',
    'why are you called ember',
    'ember is a nice name',
    'are you ember',
    'what is a buddy',
    'what do children love',
    'did I miss',
    'is the tutor like a friend',
  ])('spoken of, or all there is: %s', (turn) => {
    expect(withoutAddress(turn, 'Ember')).toBe(turn);
  });

  test('another name is no address', () => {
    expect(withoutAddress('tell me about it ember', null)).toBe('tell me about it ember');
  });
});

/** Read in exponentially many ways, it would hold up every other call. */
test.each(['hey there ', 'ok so well, ', 'hello my dear '])(
  '“%s” over and over is read at once',
  (part) => {
    const turn = part.repeat(500 / part.length);
    expect(turn).toContain(withoutAddress(turn, 'Ember').slice(-10));
  },
);
