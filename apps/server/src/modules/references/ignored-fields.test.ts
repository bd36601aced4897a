import { assistantCreateSchema } from '@kindling/protocol';
import { expect, it } from 'vitest';
import { ignoredFields } from './ignored-fields.ts';

const paths = (value: unknown, known: readonly string[] = []) =>
  ignoredFields(assistantCreateSchema, value, new Set(known)).map(({ path }) => path);

it('names every field that nothing acts on, wherever it is', () => {
  const assistant = {
    name: 'Ada',
    emotion: 'calm',
    backgroundSound: 'office',
    model: { provider: 'openai', emotionRecognitionEnabled: true, systemPrompt: 'Be kind.' },
    voice: { provider: '11labs', stability: 0.5, speed: 1 },
    messagePlan: { idleMessages: ['Hello?'], silenceTimeoutMessage: 'Bye.' },
    metadata: { anything: { goes: true } },
  };
  expect(paths(assistant, ['model.systemPrompt'])).toEqual([
    'emotion',
    'model.emotionRecognitionEnabled',
    'voice.stability',
  ]);
});

it('names none that is switched off or empty', () => {
  expect(paths({ backgroundDenoisingEnabled: false, hooks: null, voice: null })).toEqual([]);
  expect(paths({})).toEqual([]);
});

it('says what a field would need', () => {
  const value = { voicemailMessage: 'Call back.', backgroundDenoisingEnabled: true };
  const warnings = ignoredFields(assistantCreateSchema, value, new Set());
  expect(warnings.map(({ message }) => message)).toEqual([
    expect.stringContaining('needs a telephone'),
    expect.stringContaining('The page'),
  ]);
});

it('takes what a schema says of values for what it is', () => {
  const parameters = { type: 'object', properties: {}, additionalProperties: false, colour: 'red' };
  const tools = [{ type: 'function', function: { name: 'x', parameters } }];
  expect(paths({ model: { provider: 'openai', tools } })).toEqual([
    'model.tools.0.function.parameters.colour',
  ]);
});

it('names what is empty not at all, and what is on unless it says so', () => {
  expect(paths({ odd: '', other: [], more: {}, interruptionsEnabled: false })).toEqual([
    'interruptionsEnabled',
  ]);
});

it('names fifty at most', () => {
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`odd${index}`, 1]));
  expect(paths(many)).toHaveLength(50);
});
