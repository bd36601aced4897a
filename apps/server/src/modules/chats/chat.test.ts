import { randomUUID } from 'node:crypto';
import { ModelError } from '@kindling/conversation';
import { chatResponseSchema, chatSchema, pageOf } from '@kindling/protocol';
import { expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';
import { newestFirst } from '../../../testing/requests/newest-first.ts';

describeWithServer('chats', (server) => {
  const model = () => server().parts.model;
  const send = (body: object, path = '/chat') =>
    server().send('POST', path, { body: { assistantId: server().assistantId, ...body } });
  const chat = async (body: object, ...words: string[]) => {
    model().reply(...words);
    return send(body);
  };

  it('answers with what the model says, and keeps it', async () => {
    const { assistantId } = server();
    const answer = await chat({ input: 'Hi.', name: 'first' }, 'Hello', ' there.');
    expect(answer.status).toBe(201);
    expect(chatSchema.parse(answer.json)).toMatchObject({
      assistantId,
      name: 'first',
      input: 'Hi.',
      messages: [],
      cost: 0,
      output: [{ role: 'assistant', content: 'Hello there.' }],
    });
    const read = await server().send('GET', `/chat/${answer.json.id}`);
    expect(read.json).toEqual(answer.json);
  });

  it('keeps no word where none may be kept, and lists it as a chat all the same', async () => {
    const assistantOverrides = { compliancePlan: { hipaaEnabled: true } };
    const { json } = await chat({ input: 'I am ill.', assistantOverrides }, 'Get well soon.');
    expect(json.input).toBe('I am ill.');
    const read = await server().send('GET', `/chat/${json.id}`);
    expect(chatSchema.parse(read.json)).toMatchObject({ input: [], messages: [], output: [] });
    const list = await server().send('GET', '/chat');
    expect(
      pageOf(chatSchema)
        .parse(list.json)
        .results.map(({ id }) => id),
    ).toContain(json.id);
  });

  it('tells the model the prompt with the variables filled in', async () => {
    await chat({ input: 'Hi.', assistantOverrides: { variableValues: { visitor: 'Ada' } } }, 'Ok.');
    expect(model().requests.at(-1)?.messages).toEqual([
      { role: 'system', content: 'Guide Ada.' },
      { role: 'user', content: 'Hi.' },
    ]);
  });

  it('goes on where another chat ended', async () => {
    const first = await chat({ input: 'I am Ada.' }, 'Hello Ada.');
    model().reply('Ada.');
    const next = await server().send('POST', '/chat', {
      body: { previousChatId: first.json.id, input: 'Who am I?' },
    });
    expect(next.json).toMatchObject({
      assistantId: server().assistantId,
      messages: [
        { role: 'user', content: 'I am Ada.' },
        { role: 'assistant', content: 'Hello Ada.' },
      ],
    });
    expect(
      model()
        .requests.at(-1)
        ?.messages.slice(1)
        .map((one) => one.content),
    ).toEqual(['I am Ada.', 'Hello Ada.', 'Who am I?']);
  });

  it('takes messages in every published shape', async () => {
    await chat(
      {
        input: [
          { role: 'developer', content: 'Be brief.' },
          { role: 'user', message: 'One.', time: 1, endTime: 2, secondsFromStart: 0 },
          { role: 'assistant', content: null, tool_calls: [call('a')] },
          { role: 'tool', content: '7', tool_call_id: 'a' },
          { role: 'user', content: [{ type: 'input_text', text: 'Two.' }] },
        ],
      },
      'Ok.',
    );
    expect(model().requests.at(-1)?.messages.slice(1)).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'One.' },
      {
        role: 'assistant',
        content: '',
        toolCalls: [{ type: 'tool-call', id: 'a', name: 'f', arguments: '{}' }],
      },
      { role: 'tool', content: '7', toolCallId: 'a' },
      { role: 'user', content: 'Two.' },
    ]);
  });

  it('answers as the Responses API does, and goes on from its id', async () => {
    model().reply('Hello.');
    const first = await send({ input: 'Hi.', stream: false, model: 'any' }, '/chat/responses');
    expect(first.status).toBe(201);
    expect(chatResponseSchema.parse(first.json)).toMatchObject({
      object: 'response',
      status: 'completed',
      error: null,
      output: [{ type: 'message', role: 'assistant', content: [{ text: 'Hello.' }] }],
    });
    model().reply('Again.');
    await server().send('POST', '/chat/responses', {
      body: {
        previous_response_id: first.json.id,
        input: 'And?',
        stream: false,
        instructions: 'In French.',
      },
    });
    expect(model().requests.at(-1)?.messages.slice(1)).toEqual([
      { role: 'user', content: 'Hi.' },
      { role: 'assistant', content: 'Hello.' },
      { role: 'system', content: 'In French.' },
      { role: 'user', content: 'And?' },
    ]);
  });

  it('keeps an answer with characters that are none', async () => {
    const answer = await chat({ input: 'Hi.' }, 'a\0b\ud800c');
    expect(answer.json.output[0].content).toBe('ab\ufffdc');
  });

  it('lists in pages, narrowed by assistant and session', async () => {
    const other = (await server().send('POST', '/assistant', { body: { name: 'Bea' } })).json;
    const made = [];
    for (const input of ['1', '2', '3'])
      made.push((await chat({ input, assistantId: other.id }, 'Ok.')).json);
    const ids = made.toSorted(newestFirst).map(({ id }) => id);
    const page = await server().send('GET', `/chat?assistantId=${other.id}&limit=2`);
    expect(
      pageOf(chatSchema)
        .parse(page.json)
        .results.map((one) => one.id),
    ).toEqual(ids.slice(0, 2));
    expect(page.json.metadata).toMatchObject({ itemsPerPage: 2, totalItems: 3, currentPage: 1 });
    const rest = await server().send(
      'GET',
      `/chat?assistantId=${other.id}&limit=2&cursor=${page.json.metadata.nextCursor}`,
    );
    expect(rest.json.results.map((one: { id: string }) => one.id)).toEqual(ids.slice(2));
    const none = await server().send('GET', `/chat?sessionId=${randomUUID()}`);
    expect(none.json.results).toEqual([]);
  });

  it('deletes', async () => {
    const { id } = (await chat({ input: 'Hi.' }, 'Ok.')).json;
    expect((await server().send('DELETE', `/chat/${id}`)).json.id).toBe(id);
    expect((await server().send('GET', `/chat/${id}`)).status).toBe(404);
  });

  it('says so when the model fails, and keeps nothing', async () => {
    const before = (await server().send('GET', '/chat')).json.metadata.totalItems;
    model().reply('Hel', new ModelError('model_unavailable', 'It is down.', { retryAfter: 2_000 }));
    const answer = await send({ input: 'Hi.' });
    expect([answer.status, answer.json.code]).toEqual([502, 'provider_failed']);
    expect(answer.headers.get('retry-after')).toBe('2');
    model().reply();
    expect((await send({ input: 'Hi.' })).json.code).toBe('provider_failed');
    expect((await server().send('GET', '/chat')).json.metadata.totalItems).toBe(before);
  });

  it('gives up on an answer that takes too long', async () => {
    const silent = model().hang('Well');
    const asked = send({ input: 'Hi.' });
    await silent;
    server().clock.advance(120_000);
    expect((await asked).json.code).toBe('provider_failed');
  });

  it('answers a repeated request with the same chat', async () => {
    model().reply('Once.');
    const headers = { 'Idempotency-Key': randomUUID() };
    const body = { assistantId: server().assistantId, input: 'Hi.' };
    const first = await server().send('POST', '/chat', { body, headers });
    const second = await server().send('POST', '/chat', { body, headers });
    expect(second.json).toEqual(first.json);
  });

  it('takes the overrides of a call, and goes on with them', async () => {
    model().reply('Once.');
    const assistantOverrides = {
      firstMessage: 'Hi.',
      metadata: { plan: 'b' },
      model: { provider: 'kindling', systemPrompt: 'Answer in verse.' },
      variableValues: { visitor: 'Ada' },
    };
    const first = await send({ input: 'Hi.', assistantOverrides });
    expect(first.status, JSON.stringify(first.json)).toBe(201);
    expect(first.json.assistantOverrides).toEqual(assistantOverrides);
    const promptOf = () => JSON.stringify(model().requests.at(-1)?.messages[0]);
    expect(promptOf()).toContain('Answer in verse.');
    model().reply('Twice.');
    const next = { assistantId: undefined, previousChatId: first.json.id, input: 'And?' };
    expect((await send(next)).status).toBe(201);
    expect(promptOf()).toContain('Answer in verse.');
  });

  it.each([
    [{ input: undefined }, 'input'],
    [{ input: '' }, 'input'],
    [{ input: [] }, 'input'],
    [{ input: 'Hi.', assistantId: undefined }, 'assistantId'],
    [{ input: 'Hi.', assistant: { name: 'Mine' } }, 'assistant'],
    [{ input: 'Hi.', sessionId: randomUUID(), previousChatId: randomUUID() }, 'previousChatId'],
    [{ input: 'Hi.', name: 'x'.repeat(41) }, 'name'],
  ])('refuses %j and names the field', async (body, field) => {
    const answer = await send(body);
    expect([answer.status, answer.json.fields[0].path]).toEqual([400, field]);
  });

  it.each([
    { assistantId: randomUUID() },
    { sessionId: randomUUID() },
    { previousChatId: randomUUID() },
  ])('answers 404 for %j, which is not there', async (body) => {
    expect((await send({ input: 'Hi.', ...body })).status).toBe(404);
  });

  it.each([
    ['POST', '/chat'],
    ['POST', '/chat/responses'],
    ['GET', '/chat'],
    ['GET', `/chat/${randomUUID()}`],
    ['DELETE', `/chat/${randomUUID()}`],
  ])('%s %s needs a private key', async (method, path) => {
    expect((await server().send(method, path, { key: null })).status).toBe(401);
    const answer = await server().send(method, path, { key: server().publicKey });
    expect([answer.status, answer.json.code]).toEqual([403, 'forbidden']);
  });

  it.each(['GET', 'DELETE'])('%s answers 404 for what is missing', async (method) => {
    expect((await server().send(method, `/chat/${randomUUID()}`)).status).toBe(404);
  });

  it('lets a viewer read, and not write', async () => {
    const key = await server().addToken({ kind: 'private', name: 'v', role: 'viewer' });
    expect((await server().send('GET', '/chat', { key })).status).toBe(200);
    const body = { assistantId: server().assistantId, input: 'Hi.' };
    expect((await server().send('POST', '/chat', { key, body })).status).toBe(403);
  });
});

const call = (id: string) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } });
