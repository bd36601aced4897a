import { createCircuit, type Model } from '@kindling/conversation';
import type { CredentialProvider } from '@kindling/protocol';
import { createSystemClock } from '@kindling/protocol/clock';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LlmConfig } from '../../../../platform/config/config.ts';
import { createModelResolver } from './model-resolver.ts';

const named = (provider: string): Model => ({ provider, async *respond() {} });

describe('models by an organisation’s own credential', () => {
  const endpoints: (readonly [LlmConfig, typeof fetch | undefined])[] = [];
  const sent: Record<string, string>[] = [];
  const asked: (readonly string[])[] = [];
  let fields: object = {};
  beforeEach(() => {
    fields = {};
    sent.length = 0;
  });
  /** The headers of a request by the last model that was opened. */
  async function headersSent() {
    const used = endpoints.findLast(([, fetched]) => fetched !== undefined)?.[1];
    await used?.('https://x.example', { headers: { accept: 'text/event-stream' } });
    return sent.at(-1);
  }
  const open = (...stored: CredentialProvider[]) =>
    createModelResolver({
      clock: createSystemClock(),
      circuit: createCircuit({ now: Date.now }),
      warmer: { warm() {}, handleWord() {} },
      guardEvents: { onTakeover() {}, onWithheld() {}, onCutShort() {} },
      models: {
        guide: () => named('of this server'),
        facts: () => ({ find: async () => ({ say: null, passages: [] }) }),
        openAi(endpoint, used) {
          endpoints.push([endpoint, used]);
          return named(endpoint.apiKey?.startsWith('key of') ? 'own' : 'of this server');
        },
        anthropic(endpoint, used) {
          endpoints.push([endpoint, used]);
          return named('anthropic');
        },
      },
      llm: { baseUrl: 'https://llm.example/v1', apiKey: 'secret', model: 'default' },
      openKnowledge: async () => null,
      credentials: {
        async openFor(orgId, provider, ids = []) {
          if (orgId !== 'org' || !stored.includes(provider)) return null;
          asked.push(ids);
          return { id: 'id', provider, fields: { apiKey: `key of ${provider}`, ...fields } };
        },
      },
      oauth2Tokens: async ({ clientId }) => `token of ${clientId}`,
      fetch: (async (_url, init) => {
        sent.push(Object.fromEntries(new Headers(init?.headers)));
        return new Response();
      }) as typeof fetch,
    });
  const model = (provider: string, more: object = {}) => ({ model: { provider, ...more } });

  it('are asked at their provider’s address, through what guards this network', async () => {
    const own = await open('groq').resolve('org', model('groq', { model: 'llama' }));
    expect(own.provider).toBe('own');
    expect(endpoints.at(-1)).toEqual([
      { baseUrl: 'https://api.groq.com/openai/v1', apiKey: 'key of groq', model: 'llama' },
      expect.any(Function),
    ]);
    await headersSent();
    expect(sent).toHaveLength(1);
  });

  it('are asked with the credential that the assistant names', async () => {
    asked.length = 0;
    const more = { model: 'm', fallbackModels: [{ provider: 'openai', model: 'm' }] };
    const assistant = { ...model('groq', more), credentialIds: ['a', 'b'] };
    await open('groq', 'openai', 'custom-llm').resolve('org', assistant);
    const atUrl = model('custom-llm', { model: 'm', url: 'https://own.example/v1' });
    await open('custom-llm').resolve('org', { ...atUrl, credentialIds: ['a', 'b'] });
    expect(asked).toEqual([
      ['a', 'b'],
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  it('are asked where their credential says', async () => {
    fields = { apiUrl: 'https://eu.example/v1' };
    await open('openai').resolve('org', model('openai', { model: 'm' }));
    expect(endpoints.at(-1)?.[0].baseUrl).toBe('https://eu.example/v1');
  });

  it('of Anthropic are asked in its own way', async () => {
    const own = await open('anthropic').resolve('org', model('anthropic', { model: 'claude' }));
    expect(own.provider).toBe('anthropic');
    expect(endpoints.at(-1)?.[0]).toEqual({
      baseUrl: 'https://api.anthropic.com',
      apiKey: 'key of anthropic',
      model: 'claude',
    });
  });

  it.each([
    [
      'https://a.test',
      'https://a.test/openai/deployments/gpt/chat/completions?api-version=2024-10-21',
    ],
    ['https://a.test/openai/v1/', 'https://a.test/openai/v1/chat/completions'],
    [
      'https://a.test/openai/deployments/d/chat/completions?api-version=v',
      'https://a.test/openai/deployments/d/chat/completions?api-version=v',
    ],
  ])('of Azure at %s are asked at %s, by its header', async (openAIEndpoint, asked) => {
    fields = { openAIEndpoint, openAIKey: 'azure key' };
    await open('azure-openai').resolve('org', model('azure-openai', { model: 'gpt' }));
    const [endpoint] = endpoints.at(-1) ?? [];
    const url = new URL(endpoint?.baseUrl ?? '');
    url.pathname += '/chat/completions';
    expect([url.href, endpoint?.apiKey]).toEqual([asked, null]);
    expect(await headersSent()).toEqual({ accept: 'text/event-stream', 'api-key': 'azure key' });
  });

  /** This server's own model is opened behind it. */
  const atUrl = () => endpoints.findLast(([{ baseUrl }]) => baseUrl === 'https://x.example/v1');

  it('at a url are asked with the credential for such', async () => {
    const custom = model('custom-llm', { url: 'https://x.example/v1', model: 'm' });
    await open('custom-llm').resolve('org', custom);
    expect(atUrl()?.[0].apiKey).toBe('key of custom-llm');
    const oauth2 = { type: 'oauth2', url: 'https://t.example', clientId: 'me', clientSecret: 's' };
    fields = { authenticationPlan: oauth2 };
    await open('custom-llm').resolve('org', custom);
    expect(atUrl()?.[0].apiKey).toBeNull();
    expect(await headersSent()).toMatchObject({ authorization: 'Bearer token of me' });
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
      { baseUrl: 'https://llm.example/v1', apiKey: 'secret', model: 'default' },
      undefined,
    ]);
  });

  it('never take the key of this server to another url', async () => {
    await open().resolve('org', model('custom-llm', { url: 'https://x.example/v1' }));
    expect(atUrl()).toEqual([
      { baseUrl: 'https://x.example/v1', apiKey: null, model: 'default' },
      expect.any(Function),
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
