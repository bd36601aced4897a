import { describe, expect, it } from 'vitest';
import type { Model } from '../generation/model.ts';
import {
  HEARD,
  MEANT,
  PHRASES,
  talk,
  type Understand,
  understandingBy,
  understandWords,
} from '../testing/hear-again-kit.ts';

describe('TURN-42: two hearings of a turn are weighed together', () => {
  const NEAR = 'where is our data camp';
  const soon = { hasTimeToSpare: true, after: 200 };

  /** What each answer was to: the words of the turn, and what another hearing made of them. */
  async function answered(said: string, again: string, understand: Understand) {
    const turns: (readonly [string | undefined, string | undefined])[] = [];
    const wrapModel = (model: Model): Model => ({
      ...understandingBy(understand)(model),
      respond(request) {
        turns.push([request.messages.at(-1)?.content, request.otherHearing]);
        return model.respond(request);
      },
    });
    const { kit, words, asked } = await talk(said, again, { ...soon, wrapModel });
    await kit.run(200);
    return { words, asked, last: turns.at(-1) };
  }

  it('waits for the second of what it knows, where that has begun with the pause', async () => {
    expect((await talk(NEAR, MEANT, soon)).asked).toEqual([PHRASES]);
    expect((await talk(NEAR, MEANT)).asked).toEqual([]);
  });

  it.each([
    ['answers by both', 'guess', 'fact'],
    ['doubts what only the words say that were heard first', 'fact', 'guess'],
  ] as const)('%s', async (_, alone, both) => {
    const { words, last } = await answered(NEAR, MEANT, async (_messages, other) =>
      other === undefined ? alone : both,
    );
    expect(words).toEqual([NEAR]);
    expect(last).toEqual([NEAR, MEANT]);
  });

  it('answers by the words alone where the other hearing changes nothing', async () => {
    const { words, last } = await answered(NEAR, MEANT, understandWords);
    expect(words).toEqual([NEAR]);
    expect(last).toEqual([NEAR, undefined]);
  });

  it('takes those by which a fact is known when both are weighed', async () => {
    const { words, last } = await answered(NEAR, MEANT, async (messages, other) => {
      const said = messages.at(-1)?.content;
      if (other === undefined) return 'fact';
      return said === MEANT ? 'fact' : 'guess';
    });
    expect(words).toEqual([MEANT]);
    expect(last).toEqual([MEANT, NEAR]);
  });

  it('reads nothing more of a turn that is over', async () => {
    const read: string[] = [];
    const { kit } = await talk(NEAR, '', {
      ...soon,
      otherwise: () => [[MEANT, HEARD], 3_000, [MEANT, MEANT]],
      wrapModel: understandingBy(async (messages) => {
        read.push(messages.at(-1)?.content ?? '');
        return 'fact';
      }),
    });
    const before = read.length;
    await kit.run(4_000);
    expect(read.slice(before)).toEqual([]);
  });

  it('guesses by the others where those that were heard first say nothing', async () => {
    const { words, last } = await answered(HEARD, MEANT, async (messages, other) =>
      messages.at(-1)?.content === MEANT && other === HEARD ? 'guess' : 'unclear',
    );
    expect(words).toEqual([MEANT]);
    expect(last).toEqual([MEANT, HEARD]);
  });

  it('answers by the words alone where neither says anything', async () => {
    const { words, last } = await answered(HEARD, MEANT, async () => 'unclear');
    expect(words).toEqual([HEARD]);
    expect(last).toEqual([HEARD, undefined]);
  });
});
