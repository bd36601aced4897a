import { expect, it } from 'vitest';
import { assistantCreateSchema } from './assistants/assistant.ts';
import { phoneNumberCreateSchema } from './calls/phone-number.ts';

/** Values that the types of `@vapi-ai/web` allow, at their edges. */
it.each([
  ['a message that only asks for a tool', { messages: [{ role: 'assistant', content: null }] }],
  ['the older name of a tool’s answer', { messages: [{ role: 'function', content: '4' }] }],
])('an assistant’s model takes %s', (_, model) => {
  const form = { model: { provider: 'openai', ...model } };
  expect(assistantCreateSchema.safeParse(form).error).toBeUndefined();
});

it.each([
  ['nothing but its name', {}],
  ['its shortest wait', { summaryPlan: { timeoutSeconds: 1, messages: [] } }],
  ['no threshold', { minMessagesThreshold: 0, successEvaluationPlan: { rubric: 'Matrix' } }],
  ['a schema that is not in use', { structuredDataPlan: { schema: { type: 'object' } } }],
])('an analysis plan takes %s', (_, analysisPlan) => {
  expect(assistantCreateSchema.safeParse({ analysisPlan }).error).toBeUndefined();
});

it.each([0.1, 4, 5])('a voice of another service takes a speed of %d', (speed) => {
  const form = { voice: { provider: 'playht', voiceId: 'jennifer', speed } };
  expect(assistantCreateSchema.safeParse(form).error).toBeUndefined();
});

it('a number takes names of forty letters', () => {
  const authentication = { username: 'u'.repeat(40), password: 'p'.repeat(40) };
  const form = { provider: 'vapi', sipUri: 'sip:desk@sip.example', authentication };
  expect(phoneNumberCreateSchema.safeParse(form).error).toBeUndefined();
});
