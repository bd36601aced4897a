import type { AssistantCreate } from '@kindling/protocol';
import { describe, expect, it } from 'vitest';
import { conversationSettings } from './conversation-settings.ts';

const settings = (assistant: AssistantCreate) => conversationSettings(assistant, new Date(0));

describe('the speaking plans of an assistant', () => {
  it('are in milliseconds, and only what it says', () => {
    const { turnPlan, interruptionWords } = settings({
      startSpeakingPlan: {
        waitSeconds: 0.8,
        transcriptionEndpointingPlan: { onPunctuationSeconds: 0.1, onNumberSeconds: 0.5 },
      },
      stopSpeakingPlan: {
        numWords: 0,
        voiceSeconds: 0.3,
        backoffSeconds: 2,
        acknowledgementPhrases: ['got it'],
        interruptionPhrases: null,
      },
    });
    expect(interruptionWords).toBe(0);
    expect(turnPlan).toEqual({
      waitAtLeast: 800,
      waitComplete: 100,
      waitNumber: 500,
      voiceAlone: 300,
      backoff: 2_000,
      acknowledgements: ['got it'],
    });
    const plain = settings({ startSpeakingPlan: {}, messagePlan: { idleMessages: [] } });
    expect(plain).not.toHaveProperty('turnPlan');
    expect(plain).not.toHaveProperty('reminders');
  });

  it('fill in variables of what is said to who has gone quiet', () => {
    const { reminders, silenceMessage } = settings({
      variableValues: { who: 'Ada' },
      messagePlan: {
        idleMessages: ['Still there, {{who}}?'],
        idleTimeoutSeconds: 7,
        silenceTimeoutMessage: 'Bye, {{who}}.',
        idleMessageMaxSpokenCount: 2,
      },
    });
    expect(silenceMessage).toBe('Bye, Ada.');
    expect(reminders).toEqual({
      messages: ['Still there, Ada?'],
      after: 7_000,
      most: 2,
      countAnew: false,
    });
  });
});

it.each([
  [1.5, 1.5],
  [4, 2],
  [0.1, 0.25],
])('a voice asked to speak at %d times its pace speaks at %d', (speed, spoken) => {
  const voice = { provider: 'openai', voiceId: 'alloy', speed };
  expect(conversationSettings({ voice }, new Date()).voiceSpeed).toBe(spoken);
});
