import { describe, expect, it } from 'vitest';
import { createConversationKit } from '../../testing/conversation-kit.ts';
import { createFakeDeepgram, type FakeDeepgram } from '../../testing/fake-deepgram.ts';
import { createKeyedTranscriber } from '../providers.ts';

const QUESTION = 'How much does it cost?';
const SENTENCE = 'I would like to know how much it costs?';

/** A call that Deepgram hears, on a virtual clock. */
function startKit(prepare: (deepgram: FakeDeepgram) => void = () => {}) {
  let deepgram: FakeDeepgram | undefined;
  let seconds = 0;
  const kit = createConversationKit({
    glances: true,
    transcribers(clock, lexicon) {
      deepgram = createFakeDeepgram(clock, lexicon);
      prepare(deepgram);
      const { openSocket } = deepgram;
      const outside = {
        ...{ provider: 'deepgram', access: 'your credential c-1', openSocket, clock },
        send: () => Promise.reject(new Error('Nothing is sent whole.')),
        onUse: (more: number) => {
          seconds += more;
        },
      };
      return [createKeyedTranscriber({ provider: 'deepgram' }, { apiKey: 'k' }, outside)];
    },
  });
  kit.conversation.start();
  if (deepgram === undefined) throw new Error('Nobody hears.');
  return {
    ...kit,
    deepgram,
    seconds: () => seconds,
    reasons: () => kit.faults.map(({ error }) => (error instanceof Error ? error.message : '')),
    async answer(text: string) {
      await kit.say(text);
      await kit.run(5_000);
      return kit.finals('user').at(-1);
    },
  };
}

describe('a call that a stream hears', () => {
  it('has its words, turn by turn, and pays for its turns alone', async () => {
    const kit = startKit();
    expect(await kit.answer(QUESTION)).toBe('HOW MUCH DOES IT COST?');
    expect(await kit.answer(SENTENCE)).toBe(SENTENCE.toUpperCase());
    expect(kit.transcriber.lengths).toEqual([]);
    expect(kit.reasons()).toEqual([]);
    expect(kit.seconds()).toBeCloseTo(kit.deepgram.heard / 16_000, 5);
    expect(kit.seconds()).toBeLessThan(kit.clock.now() / 2_000);
  });

  it('goes on with a sentence behind a pause', async () => {
    const kit = startKit();
    await kit.say('I would like to');
    await kit.run(400);
    expect(await kit.answer('know how much it costs?')).toBe(SENTENCE.toUpperCase());
  });

  it('keeps the line while nobody speaks', async () => {
    const kit = startKit();
    await kit.run(20_000);
    expect(new Set(kit.deepgram.texts)).toEqual(new Set(['{"type":"KeepAlive"}']));
    expect(kit.deepgram.texts.length).toBeGreaterThanOrEqual(4);
    expect([kit.deepgram.connections, kit.seconds()]).toEqual([1, 0]);
  });

  it('says goodbye at its end, and nothing after that', async () => {
    const kit = startKit();
    await kit.run(1_000);
    await kit.end();
    const said = [...kit.deepgram.texts];
    await kit.clock.advance(60_000);
    expect(said.at(-1)).toBe('{"type":"CloseStream"}');
    expect([kit.deepgram.texts, kit.deepgram.live]).toEqual([said, 0]);
  });

  it('loses no word of a line that drops in the middle of the sentence', async () => {
    const kit = startKit();
    await kit.say('I would like to');
    kit.deepgram.end({ code: 1_006 });
    expect(await kit.answer('know how much it costs?')).toBe(SENTENCE.toUpperCase());
    expect(kit.deepgram.connections).toBe(2);
    expect(kit.reasons()).toEqual(['deepgram broke off. (closed with 1006)']);
  });

  it('loses no word of one that drops twice', async () => {
    const kit = startKit();
    await kit.say('I would like');
    kit.deepgram.end({ code: 1_011, reason: 'NET-0001' });
    await kit.say('to know how');
    kit.deepgram.end({ code: 1_011, reason: 'NET-0001' });
    expect(await kit.answer('much it costs?')).toBe(SENTENCE);
    expect([kit.deepgram.connections, kit.deepgram.live]).toEqual([2, 0]);
  });

  it.each([
    ['is never connected', (deepgram: FakeDeepgram) => (deepgram.script.isDeaf = true)],
    [
      'leaves pauses without an answer',
      (deepgram: FakeDeepgram) => (deepgram.script.isSilent = true),
    ],
    ['answers too late', (deepgram: FakeDeepgram) => (deepgram.script.latency = 1_800)],
  ])('that %s is heard here', async (_what, prepare) => {
    const kit = startKit((deepgram) => void prepare(deepgram));
    expect(await kit.answer(QUESTION)).toBe(QUESTION);
    expect(await kit.answer(SENTENCE)).toBe(SENTENCE);
    expect(kit.deepgram.live).toBe(0);
    expect(kit.finals('user')).toEqual([QUESTION, SENTENCE]);
    expect(kit.seconds()).toBeCloseTo(kit.deepgram.heard / 16_000, 5);
  });

  it.each([
    ['of more messages than words', 300, 'word'],
    ['of more words than anybody says', 1, 'word '.repeat(5_000)],
  ])('ends a flood %s, and is heard here', async (_what, times, transcript) => {
    const kit = startKit();
    await kit.say('I would like to');
    const words = { type: 'Results', channel: { alternatives: [{ transcript }] } };
    const flood = () => {
      for (let count = 0; count < times; count += 1) kit.deepgram.tell(words);
    };
    flood();
    await kit.say('know how');
    flood();
    expect(await kit.answer('much it costs?')).toBe(SENTENCE);
    expect([kit.deepgram.connections, kit.deepgram.live]).toEqual([2, 0]);
    expect(kit.reasons()[0]).toContain('too many');
  });

  it.each([
    [401, 1, 'deepgram refused your credential c-1: check it. (401)'],
    [
      429,
      2,
      'deepgram hears too many calls at once with your credential c-1: raise its limits. (429)',
    ],
  ])('that is refused with %i is heard here from its first word', async (status, times, reason) => {
    const kit = startKit((deepgram) => {
      deepgram.script.status = status;
    });
    expect(await kit.answer(QUESTION)).toBe(QUESTION);
    expect([kit.deepgram.connections, kit.reasons()]).toEqual([
      times,
      new Array(times).fill(reason),
    ]);
  });

  it('sends sound that was said while it connected', async () => {
    const kit = startKit((deepgram) => {
      deepgram.script.latency = 700;
    });
    expect(await kit.answer(QUESTION)).toBe('HOW MUCH DOES IT COST?');
  });
});
