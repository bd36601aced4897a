import { describe, expect, it } from 'vitest';
import { createConversationKit } from '../testing/conversation-kit.ts';

describe('a conversation', () => {
  it('says its first message and answers a turn within 900 ms of the last word (TURN-10, TURN-11, TURN-15)', async () => {
    const kit = createConversationKit({ settings: { firstMessage: 'Hello there.' } });
    kit.conversation.start();
    await kit.run(2_000);
    await kit.say('how much does it cost per year?');
    const spokenAt = kit.lastSpokenAt;
    await kit.until(() => kit.of('turn-timing').length === 1);
    expect(kit.clock.now() - spokenAt).toBeLessThanOrEqual(620);
    await kit.run(3_000);
    expect(kit.finals('assistant')).toEqual(['Hello there.', 'Here it is.']);
    expect(kit.finals('user')).toEqual(['how much does it cost per year?']);
    const report = await kit.end();
    expect(report.transcript).toBe(
      'AI: Hello there.\nUser: how much does it cost per year?\nAI: Here it is.',
    );
    expect(kit.reports).toHaveLength(1);
    expect(kit.clock.pending).toBe(0);
  });
});
