import { chatResponseSchema, chatSchema } from '@kindling/protocol';
import { expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';

const AT_URL = { provider: 'custom-llm', url: 'https://llm.example/v1', model: 'm' };

describeWithServer(
  'chats with models elsewhere',
  (server) => {
    const answered = async (assistant: object) => {
      server().parts.model.reply('Hello.');
      return (await server().send('POST', '/chat', { body: { assistant, input: 'Hi.' } })).json;
    };

    it('say what they took, and cost', async () => {
      server().parts.usage = { promptTokens: 1_000_000, completionTokens: 500_000 };
      const chat = chatSchema.parse(await answered({ model: AT_URL }));
      expect(chat).toMatchObject({
        cost: 10.5,
        costs: [
          {
            type: 'model',
            model: { provider: 'custom-llm', model: 'm' },
            promptTokens: 1_000_000,
            completionTokens: 500_000,
            cost: 10.5,
          },
        ],
      });
      expect((await server().send('GET', `/chat/${chat.id}`)).json).toEqual(chat);
    });

    it('say no price that is not known', async () => {
      server().parts.usage = { promptTokens: 7, completionTokens: 3 };
      const chat = await answered({ model: { ...AT_URL, model: 'other' } });
      expect(chat).not.toHaveProperty('cost');
      expect(chat.costs).toMatchObject([{ promptTokens: 7, completionTokens: 3 }]);
      expect(chatSchema.safeParse(chat).success).toBe(true);
    });

    it('warn their owner of what answers instead, and keep no word of it', async () => {
      server().parts.usage = null;
      const assistant = { model: { provider: 'groq', model: 'llama' } };
      const chat = await answered(assistant);
      expect(chatSchema.parse(chat).warnings).toMatchObject([{ path: 'assistant.model.provider' }]);
      const kept = await server().send('GET', `/chat/${chat.id}`);
      expect(kept.json).not.toHaveProperty('warnings');
    });

    it('warn in the shape of OpenAI, too', async () => {
      server().parts.model.reply('Hello.');
      const assistant = { model: { provider: 'groq', model: 'llama' } };
      const body = { assistant, input: 'Hi.', stream: false };
      const { json } = await server().send('POST', '/chat/responses', { body });
      expect(chatResponseSchema.parse(json).warnings).toHaveLength(1);
    });
  },
  { PROVIDER_PRICES: 'model:custom-llm/m=3/15' },
);
