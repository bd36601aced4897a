import { createGuideModel } from '@kindling/conversation';
import { assistantCreateSchema } from '@kindling/protocol';
import { brand } from '@kindling/protocol/brand';
import { expect, it } from 'vitest';
import { readBrandContent } from './brand-content.ts';

const { assistant: defaultAssistant, knowledge, facts } = readBrandContent();

it('is an assistant as the protocol wants it', () => {
  expect(assistantCreateSchema.safeParse(defaultAssistant).error).toBeUndefined();
  // It names neither: better ones that are installed are used.
  expect([defaultAssistant.voice?.voiceId, defaultAssistant.transcriber?.model]).toEqual([
    undefined,
    undefined,
  ]);
  expect(defaultAssistant).toMatchObject({
    model: { provider: 'default' },
    voice: { provider: 'kindling' },
    transcriber: { provider: 'kindling' },
    silenceTimeoutSeconds: 30,
    maxDurationSeconds: 300,
    messagePlan: { idleMessages: ['Are you still there?'], idleMessageMaxSpokenCount: 1 },
  });
  // It asks before it hangs up.
  expect(defaultAssistant.messagePlan?.idleTimeoutSeconds).toBeLessThan(30);
});

it('says that it is an AI before anything else, and asks', () => {
  expect(defaultAssistant.firstMessage).toMatch(/\bAI\b.*\?$/);
});

it('brings a language model the facts that always hold, and only those', () => {
  const prompt = defaultAssistant.model?.messages?.[0]?.content ?? '';
  expect(prompt).toContain('- booking a demo: Press Book a demo');
  expect(prompt).not.toContain('what a prompt is scored on');
  expect(prompt.length).toBeLessThan(4_000);
});

it('does not tell a language model that it is none', () => {
  const answers = facts.map(({ answer, more = '' }) => `${answer} ${more}`).join(' ');
  expect(answers).not.toMatch(
    /built-in guide|fixed set of facts|where my answer is made|I look up facts/,
  );
});

it('says the telephone number and the email address of the site', () => {
  const contacts = new Set<string>();
  for (const { answer, forFamilies = '', forStudents = '', more = '' } of facts) {
    const spoken = `${answer} ${forFamilies} ${forStudents} ${more}`;
    for (const [contact] of spoken.matchAll(/\+[\d() -]*\d|\S+@\S*\w/g)) contacts.add(contact);
  }
  expect(contacts).toEqual(new Set([brand.phone, brand.email]));
});

it('may open the booking page and end the call', () => {
  expect(defaultAssistant.model?.tools?.map(({ type }) => type)).toEqual(['openPage', 'endCall']);
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
