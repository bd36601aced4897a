import { describe, expect, it } from 'vitest';
import { productKnowledge } from '../../../testing/guide-content.ts';
import { createAnswerer } from './answer.ts';

const answer = createAnswerer(productKnowledge);

describe('a number that was said', () => {
  const said = (turn: string) =>
    answer([
      { role: 'user', content: 'how long is the demo' },
      { role: 'assistant', content: 'The demo is a free call of 30 minutes with an expert.' },
      { role: 'user', content: turn },
    ]).text;

  it.each([
    ['Thirty minutes, you said?', 'Yes, 30 minutes, three zero.'],
    ['thirteen minutes you said one three', 'No, 30 minutes, three zero.'],
    ['was it thirteen or thirty', 'It is 30 minutes, three zero.'],
  ])('is said once more, digit by digit: %s', (turn, reply) => {
    expect(said(turn)).toBe(reply);
  });

  it.each(['was it thirteen or forty years', 'is it for children under thirteen?'])(
    'is not confirmed where another is asked for: %s',
    (turn) => {
      expect(said(turn)).not.toMatch(/three zero/);
    },
  );
});
