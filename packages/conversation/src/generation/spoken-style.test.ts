import { describe, expect, it } from 'vitest';
import type { Model } from './model.ts';
import { toSpoken, withSpokenStyle } from './spoken-style.ts';

async function* pieces(...texts: readonly string[]): AsyncGenerator<string> {
  yield* texts;
}

async function speak(...texts: readonly string[]): Promise<string> {
  let spoken = '';
  for await (const piece of toSpoken(pieces(...texts))) spoken += piece;
  return spoken;
}

const CASES: readonly (readonly [written: string, spoken: string])[] = [
  ['Just plain words, and 3.5 points.', 'Just plain words, and 3.5 points.'],
  ['This is **very** important and *new*.', 'This is very important and new.'],
  ['# Features\n\nThere are three.', 'Features. There are three.'],
  [
    'We have:\n- **Tutor**: helps\n- Prompt Hero\n\nThat is all.',
    'We have: Tutor: helps. Prompt Hero. That is all.',
  ],
  ['1. First\n2. Second', 'First. Second'],
  ['See [our contact page](https://example.org/contact) now.', 'See our contact page now.'],
  ['![a cat](cat.png) A cat.', 'a cat A cat.'],
  ['Great! 🎉👩🏽‍🏫 Let us go 🇺🇸.', 'Great! Let us go .'],
  ['Use `npm start` here.', 'Use npm start here.'],
  ['Run:\n```sh\nnpm ci && npm start\n```\nThen open it.', 'Run: Then open it.'],
  ['> A quote\n\nEnd.', 'A quote. End.'],
  [
    'It is 2 * 3 and snake_case stays, _this_ goes.',
    'It is 2 times 3 and snake_case stays, this goes.',
  ],
  ['One\n\n---\n\nTwo', 'One. Two'],
  ['A list [1] of 4 [things', 'A list [1] of 4 [things'],
  ['Line one.\nLine two.', 'Line one. Line two.'],
];

describe('toSpoken', () => {
  it.each(CASES)('%j', async (written, spoken) => {
    expect(await speak(written)).toBe(spoken);
  });

  it.each(CASES)('gives the same wherever the pieces are cut: %j', async (written, spoken) => {
    expect(await speak(...written)).toBe(spoken);
    for (let cut = 1; cut < written.length; cut++) {
      expect(await speak(written.slice(0, cut), written.slice(cut))).toBe(spoken);
    }
  });

  it('does not hold words back longer than the next space', async () => {
    const spoken = toSpoken(pieces('Hello ', 'there, ', 'friend.'));
    expect((await spoken.next()).value).toBe('Hello ');
    expect((await spoken.next()).value).toBe('there, ');
  });

  it('lets go of a bracket that never closes', async () => {
    const words = 'word '.repeat(200).trim();
    expect(await speak(`[${words}`)).toBe(`[${words}`);
  });
});

describe('withSpokenStyle', () => {
  it('keeps the provider and passes the request on', async () => {
    const asked: unknown[] = [];
    const model: Model = {
      provider: 'test',
      respond(request) {
        asked.push(request);
        return pieces('**Yes**');
      },
    };
    const request = { messages: [] };
    const spoken = withSpokenStyle(model);
    const answer: unknown[] = [];
    for await (const piece of spoken.respond(request)) answer.push(piece);
    expect([spoken.provider, answer, asked]).toEqual(['test', ['Yes'], [request]]);
  });
});
