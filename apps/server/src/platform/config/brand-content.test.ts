import { createGuideModel } from '@kindling/conversation';
import { assistantCreateSchema } from '@kindling/protocol';
import { expect, it } from 'vitest';
import { readBrandContent } from './brand-content.ts';

const { assistant: defaultAssistant, knowledge } = readBrandContent();

it('is an assistant as the protocol wants it', () => {
  expect(assistantCreateSchema.safeParse(defaultAssistant).error).toBeUndefined();
  expect(defaultAssistant).toMatchObject({
    model: { provider: 'kindling', model: 'guide' },
    // None is named: a better one that is installed speaks.
    voice: { provider: 'kindling' },
    transcriber: { provider: 'kindling', model: 'moonshine-tiny' },
    silenceTimeoutSeconds: 30,
    maxDurationSeconds: 300,
  });
});

it('says that it is an AI before anything else, and asks', () => {
  expect(defaultAssistant.firstMessage).toMatch(/\bAI\b.*\?$/);
});

it('brings the facts along for a language model, and no more than one can read at once', () => {
  const prompt = defaultAssistant.model?.messages?.[0]?.content ?? '';
  expect(prompt).toContain('Prompt Hero teaches students');
  expect(prompt.length).toBeLessThan(24_000);
});

it('ends the call with the words of the guide when the visitor takes leave', async () => {
  let said = '';
  for await (const piece of createGuideModel({ base: knowledge }).respond({
    messages: [{ role: 'user', content: 'Okay, that was all. Goodbye!' }],
  })) {
    said += piece;
  }
  const phrases = defaultAssistant.endCallPhrases ?? [];
  expect(phrases.some((phrase) => said.toLowerCase().includes(phrase))).toBe(true);
});
