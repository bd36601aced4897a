import { describe, expect, it } from 'vitest';
import { createConversationKit, type KitOptions } from '../testing/conversation-kit.ts';

function startKit(options: KitOptions = {}) {
  const kit = createConversationKit(options);
  kit.conversation.start();
  return kit;
}

describe('turn-taking', () => {
  it('TURN-2: transcribes the first phoneme with the rest', async () => {
    const kit = startKit();
    await kit.run(1_000);
    await kit.say('hi.', 150);
    await kit.run(1_000);
    expect(kit.finals('user')).toEqual(['hi.']);
    expect(kit.transcriber.lengths[0]).toBeGreaterThanOrEqual((300 + 150 + 192 - 40) * 16);
  });

  it('TURN-3: a microphone that goes silent in mid-word ends the speech', async () => {
    const kit = startKit();
    await kit.say('what is it?');
    await kit.runDeaf(3_000);
    expect(kit.finals('user')).toEqual(['what is it?']);
    expect(kit.finals('assistant')).toEqual(['Here it is.']);
  });

  it('TURN-4: what was said while connecting is answered after the first message', async () => {
    const kit = createConversationKit({ settings: { firstMessage: 'Hello, I am the guide.' } });
    await kit.say('what does it cost?');
    await kit.run(1_000);
    expect(kit.messages).toEqual([]);
    kit.conversation.start();
    await kit.run(5_000);
    expect(kit.of('user-interrupted')).toEqual([]);
    expect((await kit.end()).transcript).toBe(
      'AI: Hello, I am the guide.\nUser: what does it cost?\nAI: Here it is.',
    );
  });

  it('TURN-4: keeps the newest five seconds only', async () => {
    const kit = createConversationKit({
      settings: { firstMessageMode: 'assistant-waits-for-user' },
    });
    await kit.say('lost words here');
    await kit.run(5_000);
    await kit.say('kept words?');
    kit.conversation.start();
    await kit.run(3_000);
    expect(kit.finals('user')).toEqual(['kept words?']);
  });

  it('TURN-11: waits longer for words that are not finished', async () => {
    const waits = async (text: string) => {
      const kit = startKit();
      await kit.say(text);
      const spokenAt = kit.lastSpokenAt;
      await kit.until(() => kit.finals('user').length === 1);
      return kit.clock.now() - spokenAt;
    };
    expect(await waits('how much does it cost per year?')).toBeLessThanOrEqual(520);
    expect(await waits('what does it cost?')).toBeGreaterThanOrEqual(830);
    expect(await waits('I teach math and.')).toBeGreaterThanOrEqual(1_080);
    expect(await waits('my number is 5 5 5.')).toBeGreaterThanOrEqual(1_580);
  });

  it('TURN-11a: a sound at the end of the wait is listened to, but not for long', async () => {
    const endsAfter = async (sound: number) => {
      const kit = startKit();
      await kit.say('how much does it cost per year?');
      const spokenAt = kit.clock.now();
      await kit.run(400);
      await kit.rustle(sound, 300);
      await kit.until(() => kit.finals('user').length === 1);
      const [timing] = kit.messages.filter(
        ({ message }) => message.type === 'transcript' && message.transcriptType === 'final',
      );
      return (timing?.at ?? 0) - spokenAt;
    };
    const inSilence = await endsAfter(0);
    expect(inSilence).toBeLessThanOrEqual(500);
    expect(await endsAfter(100)).toBeGreaterThanOrEqual(500);
    expect(await endsAfter(2_000)).toBeLessThanOrEqual(inSilence + 240);
  });

  it('TURN-12: late words end the turn at once, and the lateness is the transcriber’s', async () => {
    const kit = startKit();
    kit.scripts.transcriber.latency = 900;
    await kit.say('how much does it cost per year?');
    await kit.run(3_000);
    const timing = kit.of('turn-timing')[0]?.timing;
    expect(timing?.endpointing).toBe(450);
    expect(timing?.transcriber).toBeGreaterThan(500);
  });

  it('TURN-13 resume-before-endpoint: the turn goes on with the whole audio', async () => {
    const kit = startKit();
    await kit.say('I would like to know.');
    await kit.run(400);
    await kit.say('what it costs.');
    await kit.run(3_000);
    expect(kit.finals('user')).toEqual(['I would like to know. what it costs.']);
    expect(kit.transcriber.lengths.at(-1)).toBeGreaterThan(kit.transcriber.lengths[0] ?? 0);
  });

  it('TURN-13: aborts a transcription that is under way', async () => {
    const kit = startKit();
    kit.scripts.transcriber.latency = 600;
    await kit.say('one moment');
    await kit.run(300);
    await kit.say('please.');
    await kit.run(3_000);
    expect(kit.scripts.transcriber.aborted).toBe(1);
    expect(kit.finals('user')).toEqual(['one moment please.']);
  });

  it('TURN-14: noise is discarded without a trace', async () => {
    const kit = startKit();
    await kit.rustle(600);
    await kit.run(2_000);
    expect(kit.of('transcript')).toEqual([]);
    expect(kit.model.asked).toEqual([]);
    expect(kit.of('speech-update').map(({ status }) => status)).toEqual(['started', 'stopped']);
    expect((await kit.end()).messages).toEqual([]);
  });

  it('TURN-14: speech without words may be half of a sentence', async () => {
    const kit = startKit();
    await kit.rustle(600);
    await kit.run(1_000);
    await kit.say('how much does it cost per year?');
    await kit.run(2_000);
    expect(kit.transcriber.lengths.at(-1)).toBeGreaterThan((600 + 1_000 + 1_250) * 16);
    expect(kit.finals('user')).toEqual(['how much does it cost per year?']);
  });

  it('TURN-19: long speech without words is asked for again, once in a row', async () => {
    const kit = startKit();
    const sorry = 'Sorry, I did not catch that.';
    await kit.rustle(1_500);
    await kit.run(6_000);
    expect(kit.finals('assistant')[0]).toBe(sorry);
    const asked = kit.finals('assistant').length;
    await kit.rustle(1_500);
    await kit.run(4_000);
    expect(kit.finals('assistant')).toHaveLength(asked);
    await kit.say('what is it?');
    await kit.run(4_000);
    await kit.rustle(1_500);
    await kit.run(4_000);
    expect(kit.finals('assistant').filter((line) => line === sorry)).toHaveLength(2);
    expect(kit.model.asked).toHaveLength(1);
  });

  it('TURN-15: an answer prepared for a turn that goes on is never heard', async () => {
    const kit = startKit({
      reply: ({ messages }) => (messages.at(-1)?.content.endsWith('costs?') ? 'A lot.' : 'Wrong.'),
    });
    await kit.say('it is good.');
    // The words are there at 192 + 250 ms, the endpoint at 450; speech resumes just before it.
    await kit.run(360);
    await kit.say('tell me what it costs?');
    await kit.run(3_000);
    expect(kit.finals('assistant')).toEqual(['A lot.']);
    expect(kit.playedWords()).toEqual(['A', 'lot.']);
    expect(kit.of('voice-input').map(({ input }) => input)).toEqual(['A lot.']);
  });

  it('TURN-15: the prepared answer is the one that is said; the model is asked once', async () => {
    const kit = startKit();
    await kit.say('what is it?');
    await kit.run(2_000);
    expect(kit.model.asked).toHaveLength(1);
    expect(kit.voice.spoken).toEqual(['Here it is.']);
  });

  it('TURN-16: a long turn is transcribed in bounded segments and loses no word', async () => {
    const kit = startKit();
    const words = Array.from({ length: 136 }, (_, index) => `w${index}`);
    // 22 s without a pause, then shorter stretches with pauses between them.
    await kit.say(words.slice(0, 88).join(' '));
    await kit.run(320);
    await kit.say(words.slice(88, 112).join(' '));
    await kit.run(320);
    await kit.say(words.slice(112).join(' '));
    await kit.run(4_000);
    expect(Math.max(...kit.transcriber.lengths)).toBeLessThanOrEqual(20.1 * 16_000);
    const heard = kit.finals('user').join(' ').split(' ');
    expect([...new Set(heard)]).toEqual(words);
    // A word cut in two may be read twice, no more.
    expect(heard.length - words.length).toBeLessThanOrEqual(2);
  });

  it('TURN-17: speech before the answer is heard belongs to the same turn', async () => {
    const kit = startKit({ reply: ({ messages }) => `Answer to: ${messages.at(-1)?.content}` });
    kit.scripts.model.latency = 1_500;
    await kit.say('which languages do you support?');
    await kit.run(1_000);
    await kit.say('in New York.');
    await kit.run(6_000);
    expect(kit.of('user-interrupted')).toEqual([]);
    expect(kit.model.asked.at(-1)?.messages.at(-1)?.content).toBe(
      'which languages do you support in New York.',
    );
    expect((await kit.end()).messages.map(({ role }) => role)).toEqual(['user', 'bot']);
  });

  it('TURN-18: words recognised when the call ends are kept', async () => {
    const kit = startKit();
    await kit.say('my number is 5 5 5.');
    await kit.run(700);
    expect((await kit.end()).transcript).toBe('User: my number is 5 5 5.');
  });

  it('the parts of every turn’s timing add up to its total', async () => {
    const kit = startKit();
    for (const latency of [30, 250, 700]) {
      kit.scripts.transcriber.latency = latency;
      await kit.say('how much does it cost per year?', 233);
      await kit.run(3_000);
    }
    const timings = (await kit.end()).turnTimings;
    expect(timings.map(({ turn }) => turn)).toEqual([1, 2, 3]);
    for (const { turn, total, ...parts } of timings) {
      expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBe(total);
    }
    // With the words ready early everything was prepared in the pause.
    expect(timings[0]).toMatchObject({ transcriber: 0, model: 0, voice: 0 });
  });

  describe('TURN-36: who goes on soon after the decision', () => {
    const answering = { reply: () => 'Here is a long answer about all of it for you.' };

    /** Says a part, pauses too long, and goes on. */
    async function sayInTwo(
      first: string,
      pause: number,
      second: string,
      options: KitOptions = {},
    ) {
      const kit = startKit({ ...answering, ...options });
      await kit.say(first);
      await kit.run(pause);
      await kit.say(second);
      await kit.run(6_000);
      return kit;
    }

    it('has said one turn, which is answered whole', async () => {
      const kit = await sayInTwo('Can I see the mood.', 1_600, 'Tracker work?');
      const asked = kit.model.asked.at(-1)?.messages.at(-1);
      expect(asked).toEqual({ role: 'user', content: 'Can I see the mood tracker work?' });
      expect((await kit.end()).transcript).toBe(
        'User: Can I see the mood tracker work?\nAI: Here is a long answer about all of it for you.',
      );
    });

    it('sees one line on the page, and nothing of the answer that was broken off', async () => {
      const kit = await sayInTwo('Can I see the mood.', 1_600, 'Tracker work?');
      const page = new Map<string, string>();
      for (const line of kit.of('transcript'))
        if (line.transcriptType === 'final') page.set(line.utteranceId, line.transcript);
      const shown = [...page.values()].filter((text) => text !== '');
      expect(shown).toEqual([
        'Can I see the mood tracker work?',
        'Here is a long answer about all of it for you.',
      ]);
    });

    it('stops the answer with one word, however many it takes otherwise', async () => {
      const kit = await sayInTwo('Can I see the mood.', 1_600, 'tracker', {
        settings: { interruptionWords: 3 },
      });
      expect(kit.finals('user').at(-1)).toBe('Can I see the mood tracker');
    });

    it('said a turn of its own when it is a command', async () => {
      const kit = await sayInTwo('Can I see the mood.', 1_600, 'Stop that now.');
      expect(kit.finals('user')).toEqual(['Can I see the mood.', 'Stop that now.']);
    });

    it('said nothing when it is a backchannel', async () => {
      const kit = await sayInTwo('What is the mood tracker?', 1_000, 'Okay.');
      expect((await kit.end()).transcript).toBe(
        'User: What is the mood tracker?\nAI: Here is a long answer about all of it for you.',
      );
    });

    it('said a turn of its own when the answer had been heard', async () => {
      const kit = await sayInTwo('Is it safe?', 1_900, 'for schools', { reply: () => 'Yes.' });
      expect(kit.finals('user')).toEqual(['Is it safe?', 'for schools']);
    });

    it('said a turn of its own when it comes later', async () => {
      const kit = await sayInTwo('Is it safe?', 3_200, 'what does it cost?');
      expect(kit.finals('user')).toEqual(['Is it safe?', 'what does it cost?']);
    });

    it('leaves what the page is saying meanwhile in the record', async () => {
      const kit = startKit(answering);
      await kit.say('How does it work?');
      await kit.until(() => kit.model.asked.length > 0);
      kit.conversation.handleMessage({
        type: 'say',
        message: 'A notice that takes its time to be read out to everybody here.',
        interruptionsEnabled: false,
        interruptAssistantEnabled: true,
      });
      await kit.run(900);
      await kit.say('for schools then');
      await kit.run(9_000);
      expect((await kit.end()).transcript).toContain('AI: A notice that takes its time');
    });

    it('is not joined with what was typed', async () => {
      const kit = startKit(answering);
      await kit.say('How does it work?');
      await kit.run(1_300);
      kit.conversation.handleMessage({
        type: 'add-message',
        message: { role: 'user', content: 'By the way.' },
        triggerResponseEnabled: true,
      });
      await kit.run(300);
      await kit.say('for schools then');
      await kit.run(6_000);
      expect(kit.finals('user')).toEqual(['How does it work?', 'By the way.', 'for schools then']);
    });
  });
});
