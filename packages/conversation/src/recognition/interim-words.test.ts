import { describe, expect, it } from 'vitest';
import { createConversationKit, type KitOptions } from '../testing/conversation-kit.ts';

function startKit(options: KitOptions = {}) {
  const kit = createConversationKit({ glances: true, ...options });
  kit.conversation.start();
  return {
    ...kit,
    shown: () =>
      kit
        .of('transcript')
        .filter(({ role, transcriptType }) => role === 'user' && transcriptType === 'partial')
        .map(({ transcript }) => transcript),
  };
}

const LONG = 'I would like to know how much it costs for a school of two hundred students?';

describe('words while the caller speaks', () => {
  it('TURN-41: grow, and become the whole turn', async () => {
    const kit = startKit();
    await kit.say(LONG);
    const shown = kit.shown();
    expect(shown.length).toBeGreaterThanOrEqual(4);
    for (const [index, text] of shown.entries()) {
      expect(LONG.startsWith(text)).toBe(true);
      expect(text.length).toBeGreaterThan(shown[index - 1]?.length ?? 0);
    }
    await kit.run(3_000);
    expect(kit.finals('user')).toEqual([LONG]);
  });

  it('TURN-41: come more seldom where a glance takes long', async () => {
    const count = async (latency: number) => {
      const kit = startKit();
      kit.scripts.glance.latency = latency;
      await kit.say(LONG);
      return kit.scripts.glance.requests;
    };
    expect(await count(500)).toBeLessThan((await count(100)) / 2);
  });

  it('TURN-41: are not asked for while the assistant speaks', async () => {
    const kit = startKit({ settings: { firstMessage: LONG.repeat(3) } });
    await kit.run(1_000);
    await kit.say('mm-hmm.');
    await kit.run(500);
    expect(kit.scripts.glance.requests).toBe(0);
  });

  it('TURN-41: the assistant is not asked to answer them', async () => {
    const kit = startKit();
    await kit.say(LONG);
    expect(kit.shown().length).toBeGreaterThan(0);
    expect(kit.model.asked).toEqual([]);
  });

  it('TURN-41: of a turn that comes to nothing are taken back', async () => {
    const kit = startKit();
    await kit.rustle(200);
    kit.scripts.transcriber.hangs = true;
    await kit.say('these words are lost', 400);
    await kit.run(60_000);
    const lines = kit.of('transcript').filter(({ role }) => role === 'user');
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.at(-1)).toMatchObject({ transcriptType: 'final', transcript: '' });
    expect(lines.at(-1)?.utteranceId).toBe(lines[0]?.utteranceId);
  });

  it('TURN-18: are kept when the call ends in mid-sentence', async () => {
    const kit = startKit();
    await kit.say('what does it cost for');
    expect((await kit.end()).transcript).toContain('User: what does it');
  });

  it('a glance that fails is no fault', async () => {
    const kit = startKit();
    kit.scripts.glance.failures = 100;
    await kit.say(LONG);
    await kit.run(3_000);
    expect(kit.faults).toEqual([]);
    expect(kit.finals('user')).toEqual([LONG]);
  });
});
