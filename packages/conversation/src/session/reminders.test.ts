import { describe, expect, it } from 'vitest';
import { createConversationKit } from '../testing/conversation-kit.ts';
import type { ReminderPlan } from './reminders.ts';

const PLAN: ReminderPlan = {
  messages: ['are you there?', 'shall I go on?'],
  after: 10_000,
  most: 3,
  countAnew: false,
};

function startKit(reminders: ReminderPlan, settings: object = {}) {
  const kit = createConversationKit({ settings: { reminders, firstMessage: null, ...settings } });
  kit.conversation.start();
  return kit;
}

describe('reminders (TURN-35)', () => {
  it('come one after the other, so often as planned, and then silence ends the call', async () => {
    const kit = startKit(PLAN, { silenceMessage: 'I hang up now.', endCallMessage: 'Bye.' });
    await kit.runDeaf(9_900);
    expect(kit.finals('assistant')).toEqual([]);
    await kit.runDeaf(90_000);
    expect(kit.finals('assistant')).toEqual([
      ...['are you there?', 'shall I go on?', 'are you there?', 'I hang up now.'],
    ]);
    expect(kit.reports[0]?.endReason).toBe('silence-timed-out');
  });

  it('wait while either side speaks, and count anew where the plan says so', async () => {
    const kit = startKit({ ...PLAN, messages: ['hello?'], most: 1, countAnew: true });
    await kit.run(8_000);
    await kit.say('what does it cost?');
    await kit.run(8_000);
    expect(kit.finals('assistant')).toEqual(['Here it is.']);
    await kit.run(6_000);
    expect(kit.finals('assistant')).toEqual(['Here it is.', 'hello?']);
    await kit.say('what is it?');
    await kit.run(14_000);
    expect(kit.finals('assistant').filter((line) => line === 'hello?')).toHaveLength(2);
  });

  it('are not said by who is muted', async () => {
    const kit = startKit(PLAN);
    kit.conversation.handleMessage({ type: 'control', control: 'mute-assistant' });
    await kit.runDeaf(25_000);
    expect(kit.finals('assistant')).toEqual([]);
  });
});
