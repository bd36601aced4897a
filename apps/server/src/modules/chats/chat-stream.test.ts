import { randomUUID } from 'node:crypto';
import { ModelError } from '@kindling/conversation';
import { chatDeltaSchema, chatResponseEventSchema } from '@kindling/protocol';
import { expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';
import { readEvents } from '../../../testing/requests/read-events.ts';
import { ORIGIN } from '../../../testing/server/test-server.ts';

describeWithServer('chats as they are written', (server) => {
  const model = () => server().parts.model;
  const stream = (path: string, body: object = {}) =>
    server().send('POST', path, {
      body: { assistantId: server().assistantId, input: 'Hi.', ...body },
    });

  it('sends each piece with its place, then keeps the whole', async () => {
    model().reply('Hello', ' there.');
    const answer = await stream('/chat', { stream: true });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const deltas = readEvents(answer.json).map(({ data }) => chatDeltaSchema.parse(data));
    expect(deltas.map((one) => [one.path, one.delta])).toEqual([
      ['chat.output[0].content', 'Hello'],
      ['chat.output[0].content', ' there.'],
    ]);
    const kept = await server().send('GET', `/chat/${deltas[0]?.id}`);
    expect(kept.json.output).toEqual([{ role: 'assistant', content: 'Hello there.' }]);
  });

  it('sends the events of the Responses API unless it is switched off', async () => {
    model().reply('Hello', '.');
    const events = readEvents((await stream('/chat/responses')).json);
    for (const { event, data } of events) {
      expect(chatResponseEventSchema.parse(data).type).toBe(event);
    }
    expect(events.map(({ event }) => event)).toEqual([
      'response.created',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ]);
    expect(events.map(({ data }) => data.sequence_number)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    const last = events.at(-1)?.data.response;
    expect(last).toMatchObject({
      status: 'completed',
      output: [{ content: [{ text: 'Hello.' }] }],
    });
    expect((await server().send('GET', `/chat/${last.id}`)).status).toBe(200);
  });

  it.each(['/chat', '/chat/responses'])(
    'refuses like any request when %s fails at once',
    async (path) => {
      model().reply(new ModelError('model_unreachable', 'No route.'));
      const answer = await stream(path, { stream: true });
      expect([answer.status, answer.json.code]).toEqual([502, 'provider_failed']);
    },
  );

  it.each(['/chat', '/chat/responses'])('tells of a failure in the middle of %s', async (path) => {
    model().reply('Hel', new ModelError('model_cut_off', 'It broke off.'));
    const events = readEvents((await stream(path, { stream: true })).json);
    expect(events.at(-1)).toMatchObject({ event: 'error', data: { code: 'provider_failed' } });
  });

  it('says that a stream is not repeated', async () => {
    model().reply('Once.');
    const body = { assistantId: server().assistantId, input: 'Hi.', stream: true };
    const headers = { 'Idempotency-Key': randomUUID() };
    expect((await server().send('POST', '/chat', { body, headers })).status).toBe(200);
    const again = await server().send('POST', '/chat', { body, headers });
    expect([again.status, again.json.message]).toEqual([
      409,
      expect.stringContaining('is not repeated'),
    ]);
  });

  it('keeps what was written when the reader leaves', async () => {
    void model().hang('Half');
    const response = await server().fetch('/chat', {
      method: 'POST',
      headers: {
        Origin: ORIGIN,
        'Content-Type': 'application/json',
        Authorization: `Bearer ${server().privateKey}`,
      },
      body: JSON.stringify({ assistantId: server().assistantId, input: 'Hi.', stream: true }),
    });
    const reader = response.body?.getReader();
    const text = new TextDecoder().decode((await reader?.read())?.value);
    const [event] = readEvents(text);
    await reader?.cancel();
    expect(model().requests.at(-1)?.signal?.aborted).toBe(true);
    const kept = await server().send('GET', `/chat/${event?.data.id}`);
    expect(kept.json.output).toEqual([{ role: 'assistant', content: 'Half' }]);
  });
});
