import { ModelError } from '@kindling/conversation';
import type { AssistantCreate } from '@kindling/protocol';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeWithServer } from '../../../../../testing/databases/describe-databases.ts';

describeWithServer(
  'a hosted model of a call that fails',
  (server) => {
    let credentialId = '';
    beforeAll(async () => {
      const body = { provider: 'anthropic', apiKey: 'sk-ant-key' };
      credentialId = (await server().send('POST', '/credential', { body })).json.id;
    });
    afterAll(() => server().send('DELETE', `/credential/${credentialId}`));
    const failing = new Set<string>();
    beforeEach(() => failing.clear());

    /** What a call's model answers; models whose provider is among `failing` are not there. */
    async function call(assistant: AssistantCreate, isSpoken = true) {
      const { parts } = server();
      parts.failing = (endpoint) =>
        failing.has(endpoint.model)
          ? new ModelError('model_unauthorized', 'The model server refused the key.')
          : null;
      const path = isSpoken ? '/call/web' : '/chat';
      const body = { assistant, ...(!isSpoken && { input: 'Hello.' }) };
      const made = await server().send('POST', path, { body });
      if (!isSpoken) return { made, said: '', lines: '' };
      expect(made.status).toBe(201);
      await parts.media.last().join({ sdp: 'v=0' });
      const { model } = parts.conversations.last().options.engines;
      let said = '';
      const content = 'When are you open?';
      for await (const piece of model.respond({ messages: [{ role: 'user', content }] }))
        said += piece;
      await server().logs.flush();
      const log = await server().send('GET', `/log?callId=${made.json.id}`);
      return { made, said, lines: JSON.stringify(log.json) };
    }

    const messages = [{ role: 'system', content: 'We are open from nine to five.' }] as const;
    const named = { provider: 'anthropic', model: 'claude-x', messages: [...messages] };

    it('gives the turn to its fallbacks, and the log says what to look at', async () => {
      failing.add('claude-x');
      const model = { ...named, fallbackModels: ['claude-y'] };
      server().parts.model.reply('from the second');
      const { said, lines } = await call({ model });
      expect(said).toBe('from the second');
      expect(lines).toContain('“claude-x” of “anthropic”');
      expect(lines).toContain(credentialId);
      expect(lines).toContain('refused the key');
      expect(lines).not.toContain('sk-ant-key');
    });

    it('gives it to this server’s model, and then to the guide over the prompt', async () => {
      failing.add('claude-x');
      server().parts.model.reply('from this server');
      expect((await call({ model: named })).said).toBe('from this server');
      failing.add('own');
      const { said, lines } = await call({ model: named });
      expect(said).toContain('open from nine to five');
      expect(lines).toContain('“own”');
      expect(lines).toContain('the guide');
    });

    it('gives a chat at a url of its own to this server’s model, and then to the guide', async () => {
      const model = { ...named, provider: 'custom-llm', url: 'https://own.example/v1' };
      failing.add('claude-x');
      server().parts.model.reply('from this server');
      const { made } = await call({ model }, false);
      expect(made.json.output).toEqual([{ role: 'assistant', content: 'from this server' }]);
      failing.add('own');
      const second = await call({ model }, false);
      expect(second.made.status, JSON.stringify(second.made.json)).toBe(201);
    });

    it('is counted under the name of its provider', async () => {
      server().parts.usage = { promptTokens: 10, completionTokens: 3 };
      const { made } = await call({ model: named });
      server().parts.usage = null;
      server().parts.conversations.last().endItself('silence-timed-out');
      const stored = async () => (await server().send('GET', `/call/${made.json.id}`)).json;
      await expect.poll(async () => (await stored()).status).toBe('ended');
      expect(await stored()).toMatchObject({
        costs: [
          {
            model: { provider: 'anthropic', model: 'claude-x' },
            promptTokens: 10,
            completionTokens: 3,
          },
        ],
        costBreakdown: { llmPromptTokens: 10, llmCompletionTokens: 3 },
      });
    });

    it('is an error in writing, which can be sent again', async () => {
      failing.add('claude-x');
      const { made } = await call({ model: named }, false);
      expect([made.status, made.json.error]).not.toEqual([201, undefined]);
    });
  },
  { LLM_BASE_URL: 'https://llm.example/v1', LLM_MODEL: 'own' },
);
