import { createLocalEngines, type LocalEngines } from '@kindling/conversation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LONG_MESSAGE } from '../../bench/turns/overlap.ts';
import { atLevel, partAt, type Room, SPEAKERS, say, silence } from '../../bench/turns/sounds.ts';
import { startVirtualCall } from '../../bench/turns/virtual-call.ts';
import type { Model } from '../../packages/conversation/src/generation/model.ts';
import { hasEspeak } from '../support/sound/microphone.ts';

/** A little of `bench/turns`: real sound through the real engines, on a virtual clock. */

const [man, woman] = SPEAKERS as [(typeof SPEAKERS)[number], (typeof SPEAKERS)[number]];
const GREETING = 'Hello, I am the guide. What would you like to know about it today?';

const model: Model = {
  provider: 'scripted',
  async *respond() {
    yield 'Here is an answer to that.';
  },
};

describe.skipIf(!hasEspeak)('whose turn it is', () => {
  let engines: LocalEngines;
  beforeAll(async () => {
    engines = await createLocalEngines();
  });
  afterAll(() => engines?.close());

  it('is not the television’s, which goes on beside a caller who asks (TURN-38, TURN-39)', async () => {
    const news = atLevel(say('And now the weather. It will be cold in the north.', man), -35);
    const room: Room = (at) => {
      const from = (at * 16) % (news.length - 320);
      return news.subarray(from, from + 320);
    };
    const call = startVirtualCall({ engines, model, firstMessage: GREETING, room });
    await call.hear(silence(6_000));
    expect(call.userTurns).toEqual([]);
    await call.hear(say('How much does it cost?', woman));
    await call.hear(silence(5_000));
    const { messages } = await call.end();
    expect(messages.map(({ role }) => role)).toEqual(['bot', 'user', 'bot']);
    expect(messages.some((message) => 'interrupted' in message)).toBe(false);
  });

  it('stays the assistant’s for a backchannel, and is the caller’s who interrupts (TURN-21, TURN-22)', async () => {
    const call = startVirtualCall({ engines, model, firstMessage: LONG_MESSAGE });
    await call.hear(silence(3_000));
    await call.hear(say('Okay.', woman));
    await call.hear(silence(1_500));
    expect(call.userTurns).toEqual([]);
    expect(call.speaking).toBe(true);
    await call.hear(say('Wait, what does it cost?', man));
    await call.hear(silence(3_000));
    const { messages } = await call.end();
    expect(messages.map(({ role }) => role)).toEqual(['bot', 'user', 'bot']);
    expect(messages[0]).toMatchObject({ interrupted: true });
  });

  it('stays the caller’s through a pause of a second in a question (TURN-11)', async () => {
    const call = startVirtualCall({ engines, model });
    const [first, second] = partAt(say("How do I get my child's data wiped?", woman), 0.55);
    await call.hear(silence(400));
    await call.hear(first);
    await call.hear(silence(1_000));
    await call.hear(second);
    await call.hear(silence(3_000));
    const { messages } = await call.end();
    expect(messages.map(({ role }) => role)).toEqual(['user', 'bot']);
  });
});
