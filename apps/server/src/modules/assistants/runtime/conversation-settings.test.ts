import { expect, it } from 'vitest';
import { conversationSettings } from './conversation-settings.ts';

it.each([
  [1.5, 1.5],
  [4, 2],
  [0.1, 0.25],
])('a voice asked to speak at %d times its pace speaks at %d', (speed, spoken) => {
  const voice = { provider: 'openai', voiceId: 'alloy', speed };
  expect(conversationSettings({ voice }, new Date()).voiceSpeed).toBe(spoken);
});
