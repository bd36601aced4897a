import { expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';
import { uploadText } from '../../../testing/requests/upload-text.ts';

const TEXT = `# Riverside pool

## Opening hours
The pool is open from nine to six. On Sundays it closes at noon.

## Prices
A ticket costs four euros. Children under six pay nothing.`;

describeWithServer('an assistant of one’s own', (server) => {
  const createAssistant = async (model: object): Promise<string> => {
    const body = { name: 'Nemo', model: { provider: 'kindling', ...model } };
    return (await server().send('POST', '/assistant', { body })).json.id;
  };
  const ask = async (assistantId: string, input: string, previousChatId?: string) => {
    const from = previousChatId === undefined ? { assistantId } : { previousChatId };
    const { json } = await server().send('POST', '/chat', { body: { ...from, input } });
    return { id: json.id, text: json.output?.[0]?.content ?? JSON.stringify(json) };
  };

  it('answers from an uploaded file, two requests later', async () => {
    const file = await uploadText(server(), { text: TEXT, name: 'pool.md' });
    const knowledgeBase = { provider: 'kindling', fileIds: [file.json.id] };
    const id = await createAssistant({ knowledgeBase });
    const price = await ask(id, 'How much is a ticket?');
    expect(price.text).toBe('A ticket costs four euros. Children under six pay nothing.');
    const hours = await ask(id, 'When is the pool open?', price.id);
    expect(hours.text).toContain('from nine to six');
    expect((await ask(id, 'And on Sundays?', hours.id)).text).toContain('closes at noon');
    expect((await ask(id, 'Who are you?')).text).toContain('I am Nemo');
    expect((await ask(id, 'Who invented the telephone?')).text).toMatch(/not|no good answer/);
  });

  it('answers from a stored knowledge base, as it is at the time', async () => {
    const first = await uploadText(server(), { text: TEXT, name: 'pool.md' });
    const second = await uploadText(server(), { text: 'The sauna opens at four.', name: 'b.txt' });
    const form = { provider: 'kindling', fileIds: [first.json.id] };
    const base = await server().send('POST', '/knowledge-base', { body: form });
    const id = await createAssistant({ knowledgeBaseId: base.json.id });
    expect((await ask(id, 'When does the sauna open?')).text).not.toContain('four');
    const fileIds = [first.json.id, second.json.id];
    await server().send('PATCH', `/knowledge-base/${base.json.id}`, { body: { fileIds } });
    expect((await ask(id, 'When does the sauna open?')).text).toBe('The sauna opens at four.');
  });

  it('tells a language model what its files say', async () => {
    const file = await uploadText(server(), { text: TEXT, name: 'pool.md' });
    const knowledgeBase = { provider: 'kindling', fileIds: [file.json.id] };
    const url = 'https://model.example/v1';
    const id = await createAssistant({ provider: 'custom-llm', url, model: 'm', knowledgeBase });
    server().parts.model.reply('Four euros.');
    expect((await ask(id, 'How much is a ticket?')).text).toBe('Four euros.');
    const prompt = server()
      .parts.model.requests.at(-1)
      ?.messages.map(({ content }) => content);
    expect(prompt?.join('\n')).toContain('A ticket costs four euros.');
  });

  it('knows nothing over a knowledge base that is missing', async () => {
    const knowledgeBaseId = '6f1f7a8e-0000-4000-8000-000000000000';
    const assistant = { model: { provider: 'kindling', knowledgeBaseId } };
    const { status, json } = await server().send('POST', '/chat', {
      body: { assistant, input: 'What does Kindling cost?' },
    });
    expect(status).toBe(201);
    expect(json.output[0].content).not.toMatch(/Kindling|free/i);
  });
});
