import type { ToolCall } from '@kindling/conversation';
import { expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';

describeWithServer('chats with tools and squads', (server) => {
  const model = () => server().parts.model;
  const write = (body: object) =>
    server().send('POST', '/chat', { body: { input: 'Hi.', ...body } });
  const call = (name: string): ToolCall => ({
    type: 'tool-call',
    id: name,
    name,
    arguments: '{}',
  });
  const prompt = (content: string) => ({
    provider: 'custom-llm',
    url: 'http://127.0.0.1:9/v1',
    model: 'm',
    messages: [{ role: 'system', content }],
  });
  const lastPrompt = () => model().requests.at(-1)?.messages[0]?.content;

  it('offers the model the assistant’s tools, and ends with one that ends', async () => {
    model().reply('Goodbye.', call('end_call'));
    const tools = [{ type: 'endCall', function: { name: 'end_call', description: 'Ends.' } }];
    const answer = await write({ assistant: { model: { ...prompt('Be Ada.'), tools } } });
    expect(answer.status).toBe(201);
    expect(
      model()
        .requests.at(-1)
        ?.tools?.map(({ name }) => name),
    ).toEqual(['end_call']);
    expect(answer.json.output[0]).toMatchObject({
      content: 'Goodbye.',
      tool_calls: [{ function: { name: 'end_call' } }],
    });
  });

  it('does without a tool that is not there', async () => {
    const toolIds = ['00000000-0000-4000-8000-000000000000'];
    model().reply('Hello.');
    const answer = await write({ assistant: { model: { ...prompt('Be Ada.'), toolIds } } });
    expect([answer.status, answer.json.output]).toMatchObject([201, [{ content: 'Hello.' }]]);
  });

  it('goes on with the member of a squad that took over, in chats and in sessions', async () => {
    const destination = { type: 'assistant', assistantName: 'Bea', message: '' };
    const squad = {
      members: [
        {
          assistant: { name: 'Ada', model: prompt('Be Ada.') },
          assistantDestinations: [
            { ...destination, transferMode: 'swap-system-message-in-history' },
          ],
        },
        { assistant: { name: 'Bea', model: prompt('Be Bea.') } },
      ],
    };
    const squadId = (await server().send('POST', '/squad', { body: squad })).json.id;
    const session = (await server().send('POST', '/session', { body: { squadId } })).json;

    model().reply('Hello.');
    await write({ sessionId: session.id });
    expect(lastPrompt()).toContain('Be Ada.');
    const offered = model().requests.at(-1)?.tools?.[0]?.name ?? '';
    model().reply(call(offered));
    model().reply('I am Bea.');
    const handed = await write({ sessionId: session.id, input: 'Give me Bea.' });
    expect(handed.json.output.at(-1).content).toBe('I am Bea.');
    expect(handed.json.handoffs).toEqual(['Bea']);

    model().reply('Still Bea.');
    await write({ sessionId: session.id });
    expect(lastPrompt()).toContain('Be Bea.');
    model().reply('Bea as well.');
    await write({ previousChatId: handed.json.id });
    expect(lastPrompt()).toContain('Be Bea.');
  });
});
