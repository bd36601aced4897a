import { CALL_LINES_MAX, CALL_LINES_MAX_BYTES } from '@kindling/protocol/constants';
import { describe, expect, it } from 'vitest';
import { createConversationKit, type KitOptions } from '../testing/conversation-kit.ts';

function startKit(options: KitOptions = {}) {
  const kit = createConversationKit(options);
  kit.conversation.start();
  const refused = () => kit.of('error').map(({ code }) => code);
  return { ...kit, refused };
}

const message = (role: 'user' | 'system' | 'assistant', content: string) =>
  ({
    type: 'add-message',
    message: { role, content },
    triggerResponseEnabled: false,
  }) as const;

describe('a page that sends more than a call holds', () => {
  it.each(['user', 'system', 'assistant'] as const)(
    'is refused more %s messages than so many bytes',
    async (role) => {
      const { conversation, refused, end } = startKit();
      for (let sent = 0; sent < 100; sent += 1)
        conversation.handleMessage(message(role, 'ß'.repeat(2_000)));
      const { messages } = await end();
      const bytes = messages.reduce((sum, one) => sum + Buffer.byteLength(one.message), 0);
      expect(bytes).toBeLessThanOrEqual(CALL_LINES_MAX_BYTES);
      expect(messages.length + refused().length).toBe(100);
      expect(new Set(refused())).toEqual(new Set(['call_full']));
    },
  );

  it('is refused more than so many lines, of whatever role', async () => {
    const { conversation, refused, end } = startKit();
    for (let sent = 0; sent < CALL_LINES_MAX / 2 + 10; sent += 1) {
      conversation.handleMessage(message('user', 'Hi.'));
      conversation.handleMessage(message('system', 'Hm.'));
    }
    expect(refused()).toHaveLength(20);
    expect((await end()).messages).toHaveLength(CALL_LINES_MAX);
  });

  it('cannot have more said than a few texts ahead', async () => {
    const { conversation, refused, end } = startKit();
    const say = { type: 'say', message: 'One two three.', interruptionsEnabled: false } as const;
    for (let sent = 0; sent < 30; sent += 1) conversation.handleMessage(say);
    expect(refused()).toEqual(Array.from({ length: 9 }, () => 'queue_full'));
    // Who cuts what is said makes room for what it wants said.
    conversation.handleMessage({ ...say, interruptAssistantEnabled: true });
    expect(refused()).toHaveLength(9);
    await end();
  });

  it('reaches the model with its newest words only, and with every prompt', async () => {
    const { conversation, model, say, run, end } = startKit();
    const typed = (sent: number) => `${sent} ${'word '.repeat(700)}`.trim();
    for (let sent = 0; sent < 40; sent += 1) {
      conversation.handleMessage(message('user', typed(sent)));
      conversation.handleMessage(message('assistant', 'Aha.'));
    }
    await say('and now?');
    await run(3_000);
    const asked = model.asked.at(-1)?.messages ?? [];
    expect(asked[0]?.content).toBe('You are a guide.');
    expect(asked.at(-1)?.content).toBe('and now?');
    const size = asked.reduce((sum, { content }) => sum + content.length, 0);
    expect(size).toBeLessThan(70_000);
    expect(size).toBeGreaterThan(40_000);
    expect(asked.map(({ content }) => content)).toContain(typed(39));
    expect((await end()).messages.length).toBeGreaterThan(80);
  });
});
