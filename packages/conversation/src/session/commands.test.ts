import { describe, expect, it } from 'vitest';
import { createConversationKit, type KitOptions } from '../testing/conversation-kit.ts';

const LONG = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen.';

function startKit(options: KitOptions = {}) {
  const kit = createConversationKit(options);
  kit.conversation.start();
  return kit;
}

const typed = (content: string, triggerResponseEnabled?: boolean) =>
  ({
    type: 'add-message',
    message: { role: 'user', content },
    ...(triggerResponseEnabled === undefined ? {} : { triggerResponseEnabled }),
  }) as const;

describe('what the page may ask', () => {
  it('TURN-31 typed-turn-while-speaking: cuts the assistant and is answered', async () => {
    const kit = startKit({ settings: { firstMessage: LONG } });
    await kit.run(1_000);
    kit.conversation.handleMessage(typed('What does it cost?'));
    await kit.run(3_000);
    expect(kit.of('user-interrupted')).toHaveLength(1);
    expect(kit.model.asked).toHaveLength(1);
    const { messages } = await kit.end();
    expect(messages.map(({ role }) => role)).toEqual(['bot', 'user', 'bot']);
    expect(messages[2]?.message).toBe('Here it is.');
  });

  it('typed-turn-while-thinking: one answer, to both', async () => {
    const kit = startKit();
    kit.scripts.model.latency = 800;
    kit.conversation.handleMessage(typed('First.'));
    await kit.run(300);
    kit.conversation.handleMessage(typed('Second.'));
    await kit.run(3_000);
    expect(kit.finals('assistant')).toEqual(['Here it is.']);
    expect(kit.model.asked.at(-1)?.messages.at(-1)?.content).toBe('First. Second.');
  });

  it('a typed turn that wants no answer is remembered', async () => {
    const kit = startKit();
    kit.conversation.handleMessage(typed('My name is Ann.', false));
    await kit.run(2_000);
    expect(kit.model.asked).toEqual([]);
    await kit.say('who am I?');
    await kit.run(2_000);
    expect(kit.model.asked.at(-1)?.messages.at(-1)?.content).toBe('My name is Ann. who am I?');
  });

  it('context reaches the model and no page', async () => {
    const kit = startKit();
    kit.conversation.handleMessage({
      type: 'add-message',
      message: { role: 'system', content: 'The page is /contact.' },
    });
    await kit.say('where am I?');
    await kit.run(3_000);
    expect(kit.model.asked.at(-1)?.messages.map(({ role }) => role)).toEqual([
      'system',
      'system',
      'user',
    ]);
    expect(JSON.stringify(kit.of('conversation-update'))).not.toMatch(/contact|You are a guide/);
  });

  it('say waits for what is being said, or cuts it', async () => {
    const waits = startKit({ settings: { firstMessage: 'Hello there.' } });
    await waits.run(400);
    waits.conversation.handleMessage({ type: 'say', message: 'More.' });
    await waits.run(3_000);
    expect(waits.finals('assistant')).toEqual(['Hello there.', 'More.']);
    const cuts = startKit({ settings: { firstMessage: LONG } });
    await cuts.run(1_000);
    cuts.conversation.handleMessage({
      type: 'say',
      message: 'More.',
      interruptAssistantEnabled: true,
    });
    await cuts.run(2_000);
    expect(cuts.finals('assistant').at(-1)).toBe('More.');
    expect(cuts.finals('assistant')[0]).not.toBe(LONG);
  });

  it('say ends the call after it was spoken', async () => {
    const kit = startKit({ settings: { endCallMessage: 'Never said.' } });
    kit.conversation.handleMessage({ type: 'say', message: 'Goodbye.', endCallAfterSpoken: true });
    await kit.run(2_000);
    expect(kit.reports[0]).toMatchObject({
      endReason: 'assistant-ended-call',
      transcript: 'AI: Goodbye.',
    });
  });

  it('a muted assistant hears, remembers, and says nothing', async () => {
    const kit = startKit({ settings: { firstMessage: LONG } });
    await kit.run(1_000);
    kit.conversation.handleMessage({ type: 'control', control: 'mute-assistant' });
    const played = kit.output.playedSamples;
    await kit.say('not for you.');
    kit.conversation.handleMessage({ type: 'say', message: 'Hello.' });
    await kit.run(3_000);
    expect(kit.output.playedSamples).toBe(played);
    expect(kit.of('error').map(({ code }) => code)).toEqual(['assistant_muted']);
    kit.conversation.handleMessage({ type: 'control', control: 'unmute-assistant' });
    await kit.say('and now?');
    await kit.run(3_000);
    expect(kit.finals('assistant').at(-1)).toBe('Here it is.');
    expect(kit.model.asked.at(-1)?.messages.at(-1)?.content).toBe('not for you. and now?');
  });

  it('the first message is said once, when asked for', async () => {
    const kit = startKit({
      settings: { firstMessage: 'Hello there.', firstMessageMode: 'assistant-waits-for-user' },
    });
    await kit.run(2_000);
    expect(kit.finals('assistant')).toEqual([]);
    kit.conversation.handleMessage({ type: 'control', control: 'say-first-message' });
    kit.conversation.handleMessage({ type: 'control', control: 'say-first-message' });
    await kit.run(3_000);
    expect(kit.finals('assistant')).toEqual(['Hello there.']);
  });

  it('a first message made by the model', async () => {
    const kit = startKit({
      settings: { firstMessageMode: 'assistant-speaks-first-with-model-generated-message' },
    });
    await kit.run(2_000);
    expect(kit.finals('assistant')).toEqual(['Here it is.']);
  });

  it('what is asked before the start is done at the start; end-call ends at once', async () => {
    const kit = createConversationKit();
    kit.conversation.handleMessage(typed('Early.'));
    await kit.run(500);
    kit.conversation.start();
    await kit.run(2_000);
    expect(kit.finals('assistant')).toEqual(['Here it is.']);
    kit.conversation.handleMessage({ type: 'end-call' });
    expect(kit.reports[0]?.endReason).toBe('customer-ended-call');
  });
});
