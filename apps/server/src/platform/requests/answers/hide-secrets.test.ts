import { describe, expect, it } from 'vitest';
import { HIDDEN, hideSecrets } from './hide-secrets.ts';

describe('hiding secrets', () => {
  it('leaves nothing of them in an answer, however deep, and the rest as it is', () => {
    const server = {
      ...{ url: 'https://a.example/hook', secret: 'mark-1', headers: { 'x-key': 'mark-2' } },
      timeoutSeconds: 5,
      credentialId: null,
    };
    const apiRequest = {
      ...{ type: 'apiRequest', url: 'https://b.example/', method: 'GET' },
      headers: {
        type: 'object',
        properties: { Authorization: { type: 'string', value: 'mark-3', description: 'The key.' } },
      },
    };
    const model = {
      provider: 'custom-llm',
      headers: { authorization: 'mark-4' },
      tools: [{ type: 'function', function: { name: 'a' }, server }, apiRequest],
      knowledgeBase: { provider: 'custom-knowledge-base', server },
    };
    const answer = {
      results: [{ assistant: { name: 'Ada', server, model, serverUrlSecret: 'mark-5' } }],
      metadata: { totalItems: 1 },
    };
    const hidden = hideSecrets(answer);
    expect(JSON.stringify(hidden)).not.toContain('mark-');
    expect(hidden).toEqual(
      JSON.parse(JSON.stringify(answer).replaceAll(/"mark-\d"/g, JSON.stringify(HIDDEN))),
    );
  });

  it.each([
    null,
    'text',
    [{ id: 1 }],
    { metadata: { server: { secret: 'my own word' } }, headers: { a: 'b' } },
    { function: { parameters: { properties: { headers: { type: 'object' } } } } },
  ])('changes nothing of %j', (answer) => {
    expect(hideSecrets(answer)).toEqual(answer);
  });
});
