import {
  type AssistantCreate,
  type CredentialProvider,
  type WorkflowCreate,
  workflowCreateSchema,
} from '@kindling/protocol';
import { describe, expect, it } from 'vitest';
import { createSettle, type SettleOptions } from './settle.ts';
import { sexOfVoice } from './voice-names.ts';

const LLM = { baseUrl: 'http://127.0.0.1:1/v1', apiKey: null, model: 'own-model' };
const about = { orgId: 'org', path: '', isSpoken: true };

interface Room extends Partial<Omit<SettleOptions, 'credentials'>> {
  readonly stored?: readonly CredentialProvider[];
}

const settleIn = ({ stored = [], ...room }: Room = {}) =>
  createSettle({
    llm: null,
    speech: { voices: [] },
    isStrict: false,
    credentials: {
      providers: async () => [...stored],
      unknown: async (_orgId, ids) => ids.filter((id) => id !== 'own'),
    },
    ...room,
  });
const settle = (named: AssistantCreate, room?: Room, where = about) =>
  settleIn(room).assistant<AssistantCreate>(named, where);
const paths = ({ warnings = [] }: Awaited<ReturnType<typeof settle>>) =>
  warnings.map(({ path }) => path);

describe('the model of an assistant', () => {
  const anthropic = { provider: 'anthropic', model: 'claude-x', temperature: 0.3 };

  it('that cannot be reached is this server’s, with all else as it was', async () => {
    const settled = await settle({ name: 'Ada', model: anthropic }, { llm: LLM });
    expect(settled).toMatchObject({
      name: 'Ada',
      model: { provider: 'custom-llm', model: 'own-model', temperature: 0.3 },
    });
    expect(settled.warnings?.[0]?.message).toContain('own-model');
  });

  it('is the guide over its own prompt where the server has none', async () => {
    const settled = await settle({ model: anthropic });
    expect(settled.model).toEqual({ provider: 'kindling', model: 'prompt', temperature: 0.3 });
    expect(paths(settled)).toEqual(['model.provider']);
  });

  it.each([
    ['by a credential', { provider: 'groq', model: 'm' }, { stored: ['groq'] as const }],
    ['at its url', { provider: 'custom-llm', url: 'http://a.test/v1', model: 'm' }, {}],
    [
      'by the credential of Anthropic',
      { provider: 'anthropic', model: 'm' },
      { stored: ['anthropic'] as const },
    ],
    ['at this server’s endpoint', { provider: 'openai', model: LLM.model }, { llm: LLM }],
    ['there by another name', { provider: 'custom-llm', model: 'm' }, { llm: LLM }],
    ['the guide', { provider: 'kindling' }, {}],
    ['the server’s own', { provider: 'default' }, { llm: LLM }],
  ])('that can be reached %s stays', async (_how, model, room) => {
    expect(await settle({ model }, room)).toEqual({ model });
  });

  it('of OpenAI without a credential is this server’s by its own name, and said to be', async () => {
    const settled = await settle({ model: { provider: 'openai', model: 'gpt-4o' } }, { llm: LLM });
    expect(settled.model).toEqual({ provider: 'custom-llm', model: 'own-model' });
    expect(settled.warnings?.[0]?.message).toMatch(/credential of "openai".*own-model/);
  });

  it('is the first of its fallbacks that can be reached, with the others behind it', async () => {
    const fallbackModels = ['claude-y', { provider: 'groq', model: 'llama' }];
    const fallbackPlan = { models: [{ provider: 'openai', model: 'gpt' }] };
    const settled = await settle(
      { model: { ...anthropic, fallbackModels, fallbackPlan } },
      { stored: ['groq'] },
    );
    expect(settled.model).toMatchObject({
      provider: 'groq',
      model: 'llama',
      temperature: 0.3,
      fallbackModels: [{ provider: 'openai', model: 'gpt' }],
    });
    expect(paths(settled)).toEqual(['model.provider']);
  });

  it('of the provider “default” is the guide where there is no other, without a warning', async () => {
    expect(await settle({ model: { provider: 'default' } })).toEqual({
      model: { provider: 'kindling' },
    });
  });

  it('whose url or credential names no model is replaced, too', async () => {
    const byUrl = await settle({ model: { provider: 'openai', url: 'http://a.test/v1' } });
    const byKey = await settle({ model: { provider: 'groq' } }, { stored: ['groq'] });
    expect([paths(byUrl), paths(byKey)]).toEqual([['model.provider'], ['model.provider']]);
    expect(byUrl.model).not.toHaveProperty('url');
  });
});

describe('the voice of an assistant', () => {
  const voice = { provider: '11labs', voiceId: 'burt', speed: 1.2, stability: 0.5 };
  const installed = [{ voiceId: 'piper-joe', gender: 'male' as const }];

  it('that cannot be reached is one of the same sex', async () => {
    const settled = await settle({ voice });
    expect(settled.voice).toEqual({ provider: 'kindling', voiceId: 'rms', speed: 1.2 });
    const better = await settle({ voice }, { speech: { voices: installed } });
    expect(better.voice).toMatchObject({ voiceId: 'piper-joe' });
    const other = { voice: { ...voice, voiceId: 'sarah' } };
    expect((await settle(other, { speech: { voices: installed } })).voice?.voiceId).toBe('slt');
  });

  it('is the default one where nothing is known of it', async () => {
    const settled = await settle({ voice: { provider: 'cartesia', voiceId: 'a0e99841-438c' } });
    expect(settled.voice).toEqual({ provider: 'kindling' });
  });

  it('is the first of its fallback plan that is here', async () => {
    const voices = [
      { provider: 'openai', voiceId: 'echo' },
      { provider: 'kindling', voiceId: 'awb' },
    ];
    const settled = await settle({ voice: { ...voice, fallbackPlan: { voices } } });
    expect(settled.voice?.voiceId).toBe('awb');
  });

  it('that a credential or an address reaches stays', async () => {
    const stored = ['11labs', 'openai'] as const;
    const server = { url: 'https://voice.test/speak' };
    for (const named of [
      voice,
      { provider: 'openai' },
      { provider: 'openai', url: 'http://kokoro.test/v1' },
      { provider: 'custom-voice', server },
    ])
      expect(await settle({ voice: named }, { stored })).toEqual({ voice: named });
    const alias = await settle({ voice: { ...voice, provider: 'elevenlabs' } }, { stored });
    expect(alias).toEqual({ voice });
  });

  it.each([
    ['without its id', { provider: 'cartesia' }],
    ['without its server', { provider: 'custom-voice' }],
    ['of a provider that nobody asks here', { provider: 'azure', voiceId: 'jenny' }],
    ['by a name whose id is not known', { provider: '11labs', voiceId: 'marissa' }],
  ])('%s is replaced, whatever credentials there are', async (_what, named) => {
    const settled = await settle({ voice: named }, { stored: ['cartesia', 'azure', '11labs'] });
    expect(settled.voice?.provider).toBe('kindling');
    expect(paths(settled)).toEqual(['voice.provider']);
  });

  it('is the first of its fallback plan that can be reached, with the rest behind it', async () => {
    const voices = [
      { provider: 'playht', voiceId: 'x' },
      { provider: 'openai', voiceId: 'echo' },
      { provider: 'deepgram', voiceId: 'luna' },
      { provider: 'kindling', voiceId: 'awb' },
    ];
    const settled = await settle(
      { voice: { ...voice, fallbackPlan: { voices } } },
      { stored: ['openai', 'deepgram'] },
    );
    expect(settled.voice).toEqual({ ...voices[1], fallbackPlan: { voices: voices.slice(2) } });
    expect(paths(settled)).toEqual(['voice.provider']);
  });

  it('that a page names costs the organisation nothing', async () => {
    const ofPage = { ...about, isVoiceOfPage: true };
    const settled = await settle({ voice }, { stored: ['11labs'] }, ofPage);
    expect(settled.voice).toEqual({ provider: 'kindling', voiceId: 'rms', speed: 1.2 });
  });

  it('has fields of its provider’s that act, as long as it is reached', async () => {
    const fallbackPlan = { voices: [{ provider: 'openai', model: 'tts-1', style: 1 }] };
    const named = { voice: { ...voice, fallbackPlan, chunkPlan: {} } };
    const acting = (...stored: CredentialProvider[]) =>
      settleIn({ stored }).actingFields(named, 'org');
    expect([...(await acting('11labs', 'openai'))]).toEqual([
      'voice.voiceId',
      'voice.stability',
      'voice.speed',
      'voice.fallbackPlan.voices.0.model',
    ]);
    expect([...(await acting())]).toEqual([]);
  });

  it('does not matter in writing', async () => {
    expect(await settle({ voice }, {}, { ...about, isSpoken: false })).toEqual({ voice });
  });

  it.each([
    ['en-US-AndrewNeural', 'male'],
    ['21m00Tcm4TlvDq8ikWAM', 'female'],
    ['aura-asteria-en', 'female'],
    ['Elliot', 'male'],
    ['some-voice', null],
  ])('%s is %s', (voiceId, sex) => {
    expect(sexOfVoice(voiceId)).toBe(sex);
  });
});

describe('the recogniser of an assistant', () => {
  const transcriber = { provider: 'deepgram', model: 'nova-2', language: 'de' };

  it('that cannot be reached is this server’s; another language is warned of', async () => {
    const settled = await settle({ transcriber }, {}, { ...about, path: 'assistant.' });
    expect(settled.transcriber).toEqual({ provider: 'kindling', language: 'de' });
    expect(paths(settled)).toEqual([
      'assistant.transcriber.provider',
      'assistant.transcriber.language',
    ]);
  });

  it('that a credential or an address reaches stays, in any language', async () => {
    const stored = ['deepgram', 'assembly-ai', 'groq'] as const;
    for (const named of [
      transcriber,
      { provider: 'groq' },
      { provider: 'openai', url: 'http://speaches.test/v1' },
      { provider: 'custom-transcriber', server: { url: 'wss://hear.test' } },
    ])
      expect(await settle({ transcriber: named }, { stored })).toEqual({ transcriber: named });
    const alias = await settle({ transcriber: { provider: 'assemblyai' } }, { stored });
    expect(alias).toEqual({ transcriber: { provider: 'assembly-ai' } });
  });

  it.each([
    ['without its server', { provider: 'custom-transcriber' }],
    ['of a provider that nobody asks here', { provider: 'azure' }],
    ['at a url that is not its own', { provider: 'groq', url: 'http://speaches.test/v1' }],
  ])('%s is replaced', async (_what, named) => {
    const settled = await settle({ transcriber: named }, { stored: ['azure'] });
    expect(settled.transcriber?.provider).toBe('kindling');
    expect(paths(settled)).toEqual(['transcriber.provider']);
  });

  it('is the first of its fallback plan that can be reached, with the rest behind it', async () => {
    const own = { provider: 'kindling', model: 'moonshine-tiny' };
    const transcribers = [{ provider: 'gladia' }, { provider: 'groq' }, own, transcriber];
    const settled = await settle(
      { transcriber: { ...transcriber, fallbackPlan: { transcribers } } },
      { stored: ['groq'] },
    );
    expect(settled.transcriber).toEqual({
      provider: 'groq',
      fallbackPlan: { transcribers: [own] },
    });
    expect(settled.warnings?.[0]?.message).toContain('“groq”, of its fallbackPlan,');
  });

  it('of a page costs the organisation nothing', async () => {
    const room = { stored: ['deepgram'] as const };
    const where = { ...about, isTranscriberOfPage: true };
    expect((await settle({ transcriber }, room, where)).transcriber?.provider).toBe('kindling');
  });

  it('acts by the fields that its provider is sent', async () => {
    const named = { ...transcriber, keywords: ['a:2'], endpointing: 150, smartFormat: 'much' };
    const acting = (stored: readonly CredentialProvider[]) =>
      settleIn({ stored }).actingFields({ transcriber: named }, 'org');
    expect([...(await acting(['deepgram']))].sort()).toEqual([
      'transcriber.keywords',
      'transcriber.language',
      'transcriber.model',
    ]);
    expect([...(await acting([]))]).toEqual([]);
  });
});

it('a strict server refuses, and names every field', async () => {
  const named = { model: { provider: 'anthropic' }, voice: { provider: 'playht' } };
  await expect(settle(named, { isStrict: true })).rejects.toMatchObject({
    code: 'bad_request',
    fields: [{ path: 'model.provider' }, { path: 'voice.provider' }],
  });
  expect(await settle({ model: { provider: 'kindling' } }, { isStrict: true })).toEqual({
    model: { provider: 'kindling' },
  });
});

it('every step of a workflow is settled, and named in the warnings', async () => {
  const workflow: WorkflowCreate = workflowCreateSchema.parse({
    name: 'Desk',
    model: { provider: 'default' },
    nodes: [
      { type: 'conversation', name: 'a', isStart: true },
      { type: 'conversation', name: 'b', model: { provider: 'anthropic' } },
      { type: 'hangup', name: 'c' },
    ],
    edges: [],
  });
  const settled = await settleIn().workflow(workflow, about);
  expect(settled.model?.provider).toBe('kindling');
  expect(settled.nodes[1]).toMatchObject({ model: { provider: 'kindling', model: 'prompt' } });
  expect(settled.warnings).toMatchObject([{ path: 'nodes.1.model.provider' }]);
});

it('a credential that the organisation does not have is named, and nothing else', async () => {
  const settled = await settle({ credentialIds: ['own', 'of another account'] });
  expect(settled.warnings).toMatchObject([{ path: 'credentialIds.1' }]);
});
