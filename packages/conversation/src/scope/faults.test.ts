import { describe, expect, it } from 'vitest';
import { ModelError } from '../generation/openai/model-error.ts';
import { createConversationKit, type KitOptions } from '../testing/conversation-kit.ts';

function startKit(options: KitOptions = {}) {
  const kit = createConversationKit(options);
  kit.conversation.start();
  return kit;
}

describe('provider faults', () => {
  it.each(['transcriber', 'model', 'voice'] as const)(
    '%s-fault: one failure is not noticed',
    async (stage) => {
      const kit = startKit();
      kit.scripts[stage].failures = 1;
      await kit.say('what is it?');
      await kit.run(3_000);
      expect(kit.finals('assistant')).toEqual(['Here it is.']);
      expect(kit.faults.map((fault) => fault.stage)).toEqual([stage]);
    },
  );

  it.each([
    ['transcriber', 'Sorry, I had trouble hearing that.'],
    ['model', 'Sorry, something went wrong on my side.'],
    ['voice', 'Sorry, I lost my voice for a moment.'],
  ] as const)(
    '%s-fault: two in a row are owned up to, and the call goes on',
    async (stage, apology) => {
      const kit = startKit();
      kit.scripts[stage].failures = 2;
      await kit.say('what is it?');
      await kit.run(6_000);
      expect(kit.finals('assistant')[0]).toBe(apology);
      await kit.say('and now?');
      await kit.run(3_000);
      expect(kit.finals('assistant').at(-1)).toBe('Here it is.');
      expect(kit.reports).toEqual([]);
    },
  );

  it.each(['transcriber', 'model', 'voice'] as const)(
    '%s-fault: three failed turns end the call',
    async (stage) => {
      const kit = startKit();
      kit.scripts[stage].failures = 1_000;
      for (let turn = 0; turn < 3 && kit.reports.length === 0; turn += 1) {
        await kit.say('what is it?');
        await kit.run(6_000);
      }
      expect(kit.reports[0]?.endReason).toBe('pipeline-error');
      expect(kit.clock.pending).toBe(0);
    },
  );

  it('a model that asked twice itself is not asked again: nested-retry', async () => {
    const kit = startKit();
    kit.scripts.model.failures = 1;
    kit.scripts.model.failure = new ModelError('model_unreachable', 'No.');
    await kit.say('what is it?');
    await kit.run(6_000);
    expect(kit.finals('assistant')[0]).toBe('Sorry, something went wrong on my side.');
    expect(kit.faults.map((fault) => fault.stage)).toEqual(['model']);
  });

  it('a provider that never answers counts as failed', async () => {
    const kit = startKit({ settings: { silenceTimeoutSeconds: 300 } });
    kit.scripts.model.hangs = true;
    await kit.say('what is it?');
    await kit.run(10_000);
    expect(kit.of('hang')).toHaveLength(1);
    await kit.run(35_000);
    expect(kit.finals('assistant')[0]).toBe('Sorry, something went wrong on my side.');
  });

  it('transcriber-fault during a barge-in: the assistant goes on', async () => {
    const kit = startKit({
      settings: { firstMessage: 'one two three four five six seven eight nine ten.' },
    });
    await kit.run(1_000);
    kit.scripts.transcriber.failures = 2;
    await kit.say('mm', 300);
    await kit.run(6_000);
    expect(kit.finals('assistant')).toEqual(['one two three four five six seven eight nine ten.']);
    expect(kit.output.gain).toBe(1);
  });

  it('a page that throws does not take the call with it', async () => {
    const kit = createConversationKit();
    const { messages } = kit;
    messages.push = () => {
      throw new Error('page gone');
    };
    kit.conversation.start();
    await kit.say('what is it?');
    await kit.run(2_000);
    expect(kit.playedWords()).toEqual(['Here', 'it', 'is.']);
    expect(kit.faults.every(({ stage }) => stage === 'message')).toBe(true);
  });
});
