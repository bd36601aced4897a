import { describe, expect, it } from 'vitest';
import { createConversationKit, type KitOptions } from '../testing/conversation-kit.ts';

const LONG = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen.';

/** A conversation in which the assistant has just begun to say something long. */
async function speaking(options: KitOptions = {}) {
  const kit = createConversationKit({
    ...options,
    settings: { firstMessage: LONG, ...options.settings },
  });
  kit.conversation.start();
  await kit.run(1_000);
  return kit;
}

describe('barge-in', () => {
  it('TURN-20: ducks within 100 ms of the first sample of speech', async () => {
    const kit = await speaking();
    const startedAt = kit.clock.now();
    await kit.say('okay', 300);
    const during = kit.output.frames.filter(({ at }) => at > startedAt + 100);
    expect(during[0]?.gain).toBeLessThan(1);
  });

  it('TURN-21: is silent as soon as words of substance were heard', async () => {
    const kit = await speaking();
    kit.scripts.transcriber.latency = 60;
    const startedAt = kit.clock.now();
    await kit.say('please tell me something else', 300);
    // The first word is whole at 300 ms: the glance after 350 ms of speech hears it.
    expect(kit.output.frames.at(-1)?.at).toBeLessThanOrEqual(startedAt + 500);
  });

  it('TURN-21: is silent after 650 ms of speech without words', async () => {
    const kit = await speaking();
    // By now it is known that its own voice does not come back.
    await kit.run(700);
    const startedAt = kit.clock.now();
    for (const burst of [240, 120, 300, 160, 200]) {
      await kit.rustle(burst);
      await kit.run(40);
    }
    const { at = 0 } = kit.output.frames.at(-1) ?? {};
    expect(at).toBeGreaterThan(startedAt + 600);
    expect(at).toBeLessThanOrEqual(startedAt + 760);
  });

  it.each(['mm-hmm', 'okay', 'I. C.', 'amen', 'dot it', 'so'])(
    'TURN-21: “%s” makes no hole in what it says',
    async (text) => {
      const kit = await speaking();
      const before = kit.output.frames.length;
      await kit.say(text, 400 / text.split(' ').length);
      await kit.run(2_000);
      const frames = kit.output.frames.slice(before);
      const gaps = frames.slice(1).map(({ at }, index) => at - (frames[index]?.at ?? at));
      expect(Math.max(...gaps)).toBeLessThanOrEqual(40);
      expect(kit.of('user-interrupted')).toEqual([]);
    },
  );

  it.each(['what', 'price', 'why so', 'no'])('TURN-22: “%s” is no backchannel', async (text) => {
    const kit = await speaking();
    await kit.say(text, 400 / text.split(' ').length);
    await kit.run(2_000);
    expect(kit.of('user-interrupted')).toHaveLength(1);
  });

  it('TURN-22, TURN-26 barge-in-during-first-message: words cut it, memory keeps what was played', async () => {
    const kit = await speaking();
    await kit.say('what does it cost?');
    await kit.run(4_000);
    expect(kit.of('user-interrupted')).toHaveLength(1);
    const messages = (await kit.end()).messages;
    expect(messages.map(({ role }) => role)).toEqual(['bot', 'user', 'bot']);
    expect(messages[0]).toMatchObject({ interrupted: true });
    expect(LONG.startsWith(messages[0]?.message ?? '-')).toBe(true);
    expect(kit.playedWords().join(' ')).toContain(messages[0]?.message);
    expect(kit.output.gain).toBe(1);
    expect(kit.output.paused).toBe(false);
  });

  it('TURN-22: one final per sentence, marked when it was cut', async () => {
    const kit = await speaking();
    await kit.say('what does it cost?');
    await kit.run(4_000);
    const lines = kit.of('transcript').filter(({ role }) => role === 'assistant');
    const finals = lines.filter(({ transcriptType }) => transcriptType === 'final');
    expect(finals.map(({ interrupted }) => interrupted ?? false)).toEqual([true, false]);
    expect(new Set(finals.map(({ utteranceId }) => utteranceId)).size).toBe(2);
  });

  it.each(['mm-hmm', 'okay.', 'yeah', 'uh huh'])(
    'TURN-23 false-interruption-resume: “%s” lets the assistant go on from the same sample',
    async (text) => {
      const kit = await speaking();
      await kit.say(text);
      await kit.run(8_000);
      expect(kit.of('user-interrupted')).toEqual([]);
      expect(kit.playedWords()).toEqual(LONG.split(' '));
      expect(kit.output.gain).toBe(1);
      expect(kit.finals('assistant')).toEqual([LONG]);
      expect(kit.finals('user')).toEqual([]);
      expect(kit.model.asked).toEqual([]);
    },
  );

  it('TURN-23: a cough lets it go on', async () => {
    const kit = await speaking();
    await kit.rustle(300);
    await kit.run(8_000);
    expect(kit.finals('assistant')).toEqual([LONG]);
    expect(kit.playedWords()).toEqual(LONG.split(' '));
  });

  it('TURN-23: fewer words than it takes let it go on, a command does not', async () => {
    const few = await speaking({ settings: { interruptionWords: 3 } });
    await few.say('pricing');
    await few.run(6_000);
    expect(few.of('user-interrupted')).toEqual([]);
    const command = await speaking({ settings: { interruptionWords: 3 } });
    await command.say('stop');
    await command.run(2_000);
    expect(command.of('user-interrupted')).toHaveLength(1);
  });

  it('TURN-24: endless noise does not keep the assistant silent', async () => {
    const kit = await speaking();
    await kit.rustle(9_000);
    expect(kit.finals('assistant')).toEqual([LONG]);
    expect(kit.of('user-interrupted')).toEqual([]);
  });

  it('TURN-25: with no words asked for, voice alone cuts', async () => {
    const kit = await speaking({ settings: { interruptionWords: 0 } });
    await kit.rustle(300);
    expect(kit.of('user-interrupted')).toHaveLength(1);
  });

  it('TURN-27: a first message that may not be interrupted is not', async () => {
    const kit = await speaking({ settings: { firstMessageInterruptionsEnabled: false } });
    await kit.say('what does it cost?');
    await kit.run(9_000);
    expect(kit.output.frames.every(({ gain }) => gain === 1)).toBe(true);
    expect(kit.of('user-interrupted')).toEqual([]);
    expect((await kit.end()).transcript).toBe(
      `AI: ${LONG}\nUser: what does it cost?\nAI: Here it is.`,
    );
  });

  it('TURN-27: nor is an utterance said so by the page', async () => {
    const kit = createConversationKit();
    kit.conversation.start();
    kit.conversation.handleMessage({ type: 'say', message: LONG, interruptionsEnabled: false });
    await kit.run(1_000);
    await kit.say('mm-hmm');
    await kit.run(8_000);
    expect(kit.finals('assistant')).toEqual([LONG]);
    expect(kit.finals('user')).toEqual([]);
  });

  it('TURN-28: “yes” over the last words is an answer', async () => {
    const kit = createConversationKit({ settings: { firstMessage: 'Shall I book a demo?' } });
    kit.conversation.start();
    await kit.run(700);
    await kit.say('yes.');
    await kit.run(4_000);
    expect((await kit.end()).transcript).toBe(
      'AI: Shall I book a demo?\nUser: yes.\nAI: Here it is.',
    );
  });

  it('works the same when the voice has another sample rate than the room', async () => {
    const kit = await speaking({ voiceSampleRate: 8_000 });
    await kit.say('what does it cost?');
    await kit.run(4_000);
    const [first] = (await kit.end()).messages;
    expect(first?.message).not.toBe('');
    expect(LONG.startsWith(first?.message ?? '-')).toBe(true);
  });
});
