import type { Model } from '@kindling/conversation';
import type { CredentialProvider } from '@kindling/protocol';
import { describe, expect, it } from 'vitest';
import type { LlmConfig } from '../../../../platform/config/config.ts';
import { createOwnModels } from './own-models.ts';

const named = (provider: string): Model => ({ provider, async *respond() {} });

describe('models by an organisation’s own credential', () => {
  const endpoints: (readonly [LlmConfig, typeof fetch | undefined])[] = [];
  const open = (...stored: CredentialProvider[]) =>
    createOwnModels({
      selectModel: () => named('of this server'),
      openAi(endpoint, used) {
        endpoints.push([endpoint, used]);
        return named('own');
      },
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
    const own = await open('groq')(model('groq', { model: 'llama' }), 'org');
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
    const selected = await open('openai', 'custom-llm')(assistant, 'org');
    expect(selected.provider).toBe('of this server');
  });

  it('give way to this server’s endpoint where there is no credential of OpenAI', async () => {
    const assistant = model('openai', { model: 'm' });
    expect((await open()(assistant, 'org')).provider).toBe('of this server');
    expect((await open('openai')(assistant, 'another')).provider).toBe('of this server');
  });

  it('say what is missing', async () => {
    await expect(open()(model('groq', { model: 'm' }), 'org')).rejects.toThrow('POST /credential');
    await expect(open('groq')(model('groq'), 'org')).rejects.toMatchObject({
      fields: [{ path: 'assistant.model.model' }],
    });
  });
});
