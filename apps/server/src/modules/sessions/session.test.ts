import { randomUUID } from 'node:crypto';
import { pageOf, sessionSchema } from '@kindling/protocol';
import { expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';

const HOUR = 3_600_000;

describeWithServer('sessions', (server) => {
  const model = () => server().parts.model;
  const create = (body: object = {}) =>
    server().send('POST', '/session', { body: { assistantId: server().assistantId, ...body } });
  const write = async (sessionId: string, input: string) => {
    model().reply(`Answer to ${input}`);
    return server().send('POST', '/chat', { body: { sessionId, input } });
  };

  it('creates and reads, active for a day by default', async () => {
    const answer = await create({ name: 'first' });
    expect(answer.status).toBe(201);
    expect(sessionSchema.parse(answer.json)).toMatchObject({
      name: 'first',
      status: 'active',
      expirationSeconds: 86_400,
      messages: [],
    });
    expect((await server().send('GET', `/session/${answer.json.id}`)).json).toEqual(answer.json);
  });

  it('keeps what was said across chats', async () => {
    const messages = [{ role: 'user', content: 'Before.' }];
    const { id } = (await create({ messages })).json;
    const chat = await write(id, 'One.');
    expect(chat.json).toMatchObject({ sessionId: id, messages });
    await write(id, 'Two.');
    expect(
      model()
        .requests.at(-1)
        ?.messages.slice(1)
        .map((one) => one.content),
    ).toEqual(['Before.', 'One.', 'Answer to One.', 'Two.']);
    expect((await server().send('GET', `/chat?sessionId=${id}`)).json.metadata.totalItems).toBe(2);
  });

  it('forgets what a chat or a call added when that is deleted', async () => {
    const messages = [{ role: 'user', content: 'Before.' }];
    const { id } = (await create({ messages })).json;
    const chat = (await write(id, 'One.')).json;
    await write(id, 'Two.');
    const call = await server().send('POST', '/call/web', {
      body: { assistantId: server().assistantId, sessionId: id },
    });
    const room = server().parts.media.last();
    await room.join({ sdp: 'v=0' });
    room.say('playable');
    server().parts.conversations.last().endItself('silence-timed-out');
    await server().live.end(call.json.id, 'silence-timed-out');
    expect(room.closedWith).not.toBeNull();
    const said = async () =>
      (await server().send('GET', `/session/${id}`)).json.messages.map(
        (one: { content?: string; message?: string }) => one.content ?? one.message,
      );
    const [one, two] = [
      ['One.', 'Answer to One.'],
      ['Two.', 'Answer to Two.'],
    ];
    expect(await said()).toEqual(['Before.', ...one, ...two, 'Hello.']);
    expect((await server().send('DELETE', `/chat/${chat.id}`)).status).toBe(200);
    expect(await said()).toEqual(['Before.', ...two, 'Hello.']);
    expect((await server().send('DELETE', `/call/${call.json.id}`)).status).toBe(200);
    expect(await said()).toEqual(['Before.', ...two]);
  });

  it('loses nothing when two chats are answered at the same time', async () => {
    const { id } = (await create()).json;
    await Promise.all([write(id, 'One.'), write(id, 'Two.')]);
    const session = await server().send('GET', `/session/${id}`);
    expect(session.json.messages).toHaveLength(4);
  });

  it('answers with an assistant of its own', async () => {
    const assistant = {
      model: { provider: 'kindling', messages: [{ role: 'system', content: 'Be Bea.' }] },
    };
    const { id } = (await create({ assistantId: undefined, assistant })).json;
    await write(id, 'Hi.');
    expect(model().requests.at(-1)?.messages[0]?.content).toBe('Be Bea.');
  });

  it('takes no chats once it is completed, and again once it is active', async () => {
    const { id } = (await create()).json;
    const patch = (body: object) => server().send('PATCH', `/session/${id}`, { body });
    expect((await patch({ status: 'completed' })).json.status).toBe('completed');
    const refused = await write(id, 'Hi.');
    expect([refused.status, refused.json.fields[0].path]).toEqual([409, 'sessionId']);
    await patch({ status: 'active' });
    expect((await server().send('GET', `/session/${id}`)).json.status).toBe('active');
  });

  it('takes no more than can be kept', async () => {
    const messages = Array.from({ length: 1_000 }, () => ({ role: 'user', content: 'x' }));
    const { id } = (await create({ messages })).json;
    const refused = await write(id, 'Hi.');
    expect([refused.status, refused.json.message]).toEqual([
      409,
      expect.stringContaining('is full'),
    ]);
    const body = { assistantId: server().assistantId, sessionId: id, input: 'Hi.' };
    const page = await server().send('POST', '/chat/web', { body });
    expect(page.json.sessionId).not.toBe(id);
  });

  it('is completed when its time is over, until it is prolonged', async () => {
    const { id } = (await create({ expirationSeconds: 3_600 })).json;
    server().clock.advance(HOUR);
    expect((await server().send('GET', `/session/${id}`)).json.status).toBe('completed');
    const body = { expirationSeconds: 7_200 };
    expect((await server().send('PATCH', `/session/${id}`, { body })).json.status).toBe('active');
  });

  it('replaces its messages and its name', async () => {
    const { id } = (await create({ name: 'old' })).json;
    const body = { name: 'new', messages: [{ role: 'system', content: 'Be kind.' }] };
    const answer = await server().send('PATCH', `/session/${id}`, { body });
    expect(answer.json).toMatchObject(body);
  });

  it('refuses a change of what another client changed meanwhile', async () => {
    const { id, updatedAt } = (await create()).json;
    const patch = (name: string) =>
      server().send('PATCH', `/session/${id}`, {
        body: { name },
        headers: { 'If-Match': `"${updatedAt}"` },
      });
    expect((await patch('a')).status).toBe(200);
    expect((await patch('b')).status).toBe(412);
  });

  it('lists in pages, narrowed by name and assistant', async () => {
    const name = randomUUID().slice(0, 8);
    const { id } = (await create({ name })).json;
    const found = await server().send('GET', `/session?name=${name}`);
    expect(
      pageOf(sessionSchema)
        .parse(found.json)
        .results.map((one) => one.id),
    ).toEqual([id]);
    const { assistantId } = server();
    const mine = await server().send('GET', `/session?name=${name}&assistantId=${assistantId}`);
    expect(mine.json.metadata.totalItems).toBe(1);
    const none = await server().send('GET', `/session?assistantId=${randomUUID()}`);
    expect(none.json.results).toEqual([]);
  });

  it('deletes', async () => {
    const { id } = (await create()).json;
    const chat = (await write(id, 'Hi.')).json;
    expect((await server().send('DELETE', `/session/${id}`)).json.id).toBe(id);
    expect((await server().send('GET', `/session/${id}`)).status).toBe(404);
    expect((await server().send('GET', `/chat/${chat.id}`)).status).toBe(200);
  });

  it.each([
    [{ name: 'x'.repeat(41) }, 'name'],
    [{ status: 'paused' }, 'status'],
    [{ expirationSeconds: 59 }, 'expirationSeconds'],
    [{ expirationSeconds: 2_592_001 }, 'expirationSeconds'],
    [{ messages: [{ role: 'user' }] }, 'messages.0.content'],
    [{ messages: [{ role: 'tool', content: 'x' }] }, 'messages.0.tool_call_id'],
    [{ customer: { number: '123' } }, 'customer.number'],
  ])('refuses %j and names the field', async (body, field) => {
    const answer = await create(body);
    expect([answer.status, answer.json.fields[0].path]).toEqual([400, field]);
  });

  it.each(['assistantId', 'squadId', 'workflowId', 'phoneNumberId'])(
    'answers 404 for an %s that is not there',
    async (field) => {
      const answer = await create({ assistantId: undefined, [field]: randomUUID() });
      expect([answer.status, answer.json.fields[0].path]).toEqual([404, field]);
    },
  );

  it.each([{}, { assistantId: randomUUID() }])('PATCH refuses %j', async (body) => {
    const { id } = (await create()).json;
    expect((await server().send('PATCH', `/session/${id}`, { body })).status).toBe(400);
  });

  it.each([
    ['POST', '/session'],
    ['GET', '/session'],
    ['GET', `/session/${randomUUID()}`],
    ['PATCH', `/session/${randomUUID()}`],
    ['DELETE', `/session/${randomUUID()}`],
  ])('%s %s needs a private key', async (method, path) => {
    expect((await server().send(method, path, { key: null })).status).toBe(401);
    const answer = await server().send(method, path, { key: server().publicKey });
    expect([answer.status, answer.json.code]).toEqual([403, 'forbidden']);
  });

  it.each(['GET', 'PATCH', 'DELETE'])('%s answers 404 for what is missing', async (method) => {
    const body = method === 'PATCH' ? { name: 'x' } : undefined;
    expect((await server().send(method, `/session/${randomUUID()}`, { body })).status).toBe(404);
  });
});
