import type { Model } from '@kindling/conversation';
import type { CredentialProvider } from '@kindling/protocol';
import { createSystemClock } from '@kindling/protocol/clock';
import { describe, expect, it } from 'vitest';
import type { LlmConfig } from '../../../../platform/config/config.ts';
import { createModelResolver } from './model-resolver.ts';

const named = (provider: string): Model => ({ provider, async *respond() {} });

describe('models by an organisation’s own credential', () => {
  const endpoints: (readonly [LlmConfig, typeof fetch | undefined])[] = [];
  const open = (...stored: CredentialProvider[]) =>
    createModelResolver({
      clock: createSystemClock(),
      guardEvents: { onTakeover() {}, onWithheld() {}, onCutShort() {} },
      models: {
        guide: () => named('of this server'),
        facts: () => ({ find: async () => ({ say: null, passages: [] }) }),
        openAi(endpoint, used) {
          endpoints.push([endpoint, used]);
          return named(endpoint.apiKey?.startsWith('key of') ? 'own' : 'of this server');
        },
      },
      llm: { baseUrl: 'https://llm.example/v1', apiKey: 'secret', model: 'default' },
      openKnowledge: async () => null,
      credentials: {
        async openFor(orgId, provider) {
          if (orgId !== 'org' || !stored.includes(provider)) return null;
          return { id: 'id', provider, fields: { apiKey: `key of ${provider}` } };
        },
      },
      fetch,
    });
  const model = (provider: string, more: object = {}) => ({ model: { provider, ...more } });

  it('are asked at their provider’s address, through what guards this network', async () => {
    const own = await open('groq').resolve('org', model('groq', { model: 'llama' }));
    expect(own.provider).toBe('own');
    expect(endpoints.at(-1)).toEqual([
      { baseUrl: 'https://api.groq.com/openai/v1', apiKey: 'key of groq', model: 'llama' },
      fetch,
    ]);
  });

  it.each([
    ['another url', model('openai', { url: 'https://x.example/v1', model: 'm' })],
    ['the guide', model('kindling')],
    ['no model at all', {}],
    ['a custom endpoint', model('custom-llm', { model: 'm' })],
  ])('are not those of %s', async (_, assistant) => {
    const selected = await open('openai', 'custom-llm').resolve('org', assistant);
    expect(selected.provider).toBe('of this server');
  });

  it('give way to this server’s endpoint where there is no credential of OpenAI', async () => {
    const assistant = model('openai', { model: 'm' });
    expect((await open().resolve('org', assistant)).provider).toBe('of this server');
    expect((await open('openai').resolve('another', assistant)).provider).toBe('of this server');
    expect(endpoints.at(-1)).toEqual([
      { baseUrl: 'https://llm.example/v1', apiKey: 'secret', model: 'm' },
      undefined,
    ]);
  });

  it('never take the key of this server to another url', async () => {
    await open().resolve('org', model('custom-llm', { url: 'https://x.example/v1' }));
    expect(endpoints.at(-1)).toEqual([
      { baseUrl: 'https://x.example/v1', apiKey: null, model: 'default' },
      fetch,
    ]);
  });

  it('say what is missing', async () => {
    await expect(open().resolve('org', model('groq', { model: 'm' }))).rejects.toThrow(
      'POST /credential',
    );
    await expect(open('groq').resolve('org', model('groq'))).rejects.toMatchObject({
      fields: [{ path: 'assistant.model.model' }],
    });
  });
});
