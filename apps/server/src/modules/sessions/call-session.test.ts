import { expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';

describeWithServer('a call in a session', (server) => {
  const create = async (body: object = {}) =>
    (
      await server().send('POST', '/session', {
        body: {
          assistantId: server().assistantId,
          messages: [
            { role: 'user', content: 'I am Ada.' },
            { role: 'assistant', content: 'Hello Ada.' },
          ],
          ...body,
        },
      })
    ).json;
  const start = (sessionId: string, key = server().privateKey) =>
    server().send('POST', '/call/web', {
      key,
      body: { assistantId: server().assistantId, sessionId },
    });

  it('knows what was said before, and leaves what is said in it', async () => {
    const { id } = await create();
    const call = await start(id, server().publicKey);
    const room = server().parts.media.last();
    await room.join({ sdp: 'v=0' });
    room.say('playable');
    const conversation = server().parts.conversations.last();
    expect(conversation.options.history?.map(({ content }) => content)).toEqual([
      'I am Ada.',
      'Hello Ada.',
    ]);
    conversation.endItself('customer-ended-call');
    await expect.poll(() => room.closedWith).not.toBeNull();
    const session = await server().send('GET', `/session/${id}`);
    expect(session.json.messages.slice(2)).toMatchObject([{ role: 'bot', message: 'Hello.' }]);
    const stored = await server().send('GET', `/call/${call.json.id}`);
    expect(stored.json.sessionId).toBe(id);

    server().parts.model.reply('You are Ada.');
    await server().send('POST', '/chat', { body: { sessionId: id, input: 'Who am I?' } });
    const prompt = server().parts.model.requests.at(-1)?.messages.slice(1);
    expect(prompt?.map(({ content }) => content)).toEqual([
      'I am Ada.',
      'Hello Ada.',
      'Hello.',
      'Who am I?',
    ]);
  });

  it('is refused where the session is over, or not the page’s own', async () => {
    const { id } = await create({ status: 'completed' });
    const over = await start(id);
    expect([over.status, over.json.fields[0].path]).toEqual([409, 'sessionId']);
    const other = (await server().send('POST', '/assistant', { body: { name: 'Bea' } })).json;
    const theirs = await create({ assistantId: other.id });
    expect((await start(theirs.id, server().publicKey)).status).toBe(404);
    expect((await start(theirs.id)).status).toBe(201);
  });
});
