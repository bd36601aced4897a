import { expect, it, vi } from 'vitest';
import { describeOnBothDatabases } from '../testing/describe-databases.ts';

describeOnBothDatabases('the life of a call', (server) => {
  async function startCall(body: Record<string, unknown> = {}) {
    const { json } = await server().send('POST', '/call/web', {
      body: { assistantId: server().assistantId, ...body },
    });
    const room = server().parts.media.last();
    const stored = async () => (await server().send('GET', `/call/${json.id}`)).json;
    const received = () =>
      room.sent.filter((one) => one !== 'listening').map((one) => JSON.parse(String(one)));
    const ended = () => vi.waitFor(() => expect(room.closedWith).not.toBeNull());
    return { id: json.id as string, room, stored, received, ended };
  }

  async function talk(body?: Record<string, unknown>) {
    const call = await startCall(body);
    await call.room.join({ sdp: 'v=0' });
    call.room.say('playable');
    return { ...call, conversation: server().parts.conversations.last() };
  }

  it('listens and speaks once the page says playable, once', async () => {
    const { room, conversation, stored } = await talk();
    room.say('playable');
    expect(room.sent.filter((one) => one === 'listening')).toHaveLength(1);
    expect(conversation.started).toBe(true);
    await vi.waitFor(async () => expect((await stored()).status).toBe('in-progress'));
  });

  it('hears from the moment somebody joined', async () => {
    const { room } = await startCall();
    await room.join({ sdp: 'v=0' });
    room.hear(new Int16Array(320));
    expect(server().parts.conversations.last().heardSamples).toBe(320);
    expect(server().parts.conversations.last().started).toBe(false);
  });

  it('hands messages of the page to the conversation, as text or object', async () => {
    const { room, conversation } = await talk();
    room.say(JSON.stringify({ type: 'say', message: 'Hi.' }));
    room.say({ type: 'end-call' });
    expect(conversation.messages).toEqual([{ type: 'say', message: 'Hi.' }, { type: 'end-call' }]);
  });

  it.each([
    ['{', 'invalid_json'],
    ['{"type":"dance"}', 'invalid_message'],
    [{ type: 'say', message: '' }, 'invalid_message'],
    [null, 'invalid_message'],
  ])('answers the bad message %j with an error', async (message, code) => {
    const { room, received, conversation } = await talk();
    room.say(message);
    expect(received().at(-1)).toMatchObject({ type: 'error', code });
    expect(conversation.messages).toEqual([]);
  });

  it('answers messages before playable with an error', async () => {
    const { room, received } = await startCall();
    await room.join({ sdp: 'v=0' });
    room.say('{"type":"say","message":"Hi."}');
    expect(received().at(-1)).toMatchObject({ type: 'error', code: 'not_started' });
  });

  it('sends the page only the messages the assistant names', async () => {
    const { conversation, received } = await talk({
      assistantOverrides: { clientMessages: ['transcript'] },
    });
    const transcript = { type: 'transcript', role: 'user', transcriptType: 'final' } as const;
    conversation.options.onMessage({ type: 'hang' });
    conversation.options.onMessage({ ...transcript, transcript: 'Hi.', utteranceId: '1' });
    expect(received().map((one) => one.type)).toEqual(['transcript']);
  });

  it('keeps what was said while the call goes on', async () => {
    const { conversation, stored } = await talk();
    const transcript = { type: 'transcript', role: 'user', transcriptType: 'final' } as const;
    conversation.options.onMessage({ ...transcript, transcript: 'Kept?', utteranceId: '1' });
    await vi.waitFor(async () =>
      expect((await stored()).messages).toMatchObject([{ message: 'Kept?' }]),
    );
  });

  it.each([
    ['the person leaves', 'customer-ended-call', (call) => void call.room.leave('seat')],
    ['the connection is lost', 'kindling.connection-lost', (call) => call.room.lose()],
    [
      'the assistant ends it',
      'assistant-ended-call',
      (call) => call.conversation.endItself('assistant-ended-call'),
    ],
  ] as [string, string, (call: Awaited<ReturnType<typeof talk>>) => void][])(
    'is stored with its report when %s',
    async (_, reason, act) => {
      const call = await talk();
      act(call);
      await call.ended();
      const stored = await call.stored();
      expect(stored).toMatchObject({ status: 'ended', endedReason: reason });
      expect(stored.artifact.transcript).toBe('AI: Hello.');
      expect(stored.artifact.turnTimings[0].total).toBe(365);
      expect(stored.messages).toHaveLength(1);
      expect(stored.startedAt).not.toBeNull();
      const ends = call.received().filter((one) => one.status === 'ended');
      expect(ends).toEqual([{ type: 'status-update', status: 'ended', endedReason: reason }]);
    },
  );

  it('ends once when everything ends it at the same moment', async () => {
    const call = await talk();
    call.conversation.endItself('silence-timed-out');
    call.room.lose();
    await call.ended();
    expect((await call.stored()).endedReason).toBe('silence-timed-out');
    expect(call.received().filter((one) => one.status === 'ended')).toHaveLength(1);
  });

  it('ends when nobody comes', async () => {
    const call = await startCall();
    server().clock.advance(30_000);
    await call.ended();
    expect(await call.stored()).toMatchObject({
      ...{ status: 'ended', endedReason: 'kindling.never-joined', startedAt: null },
    });
  });

  it('ends with a fault when the conversation throws, and only that call', async () => {
    const other = await talk();
    const call = await talk();
    Object.assign(call.conversation, {
      handleAudio() {
        throw new Error('broken');
      },
    });
    call.room.hear(new Int16Array(1));
    await call.ended();
    expect((await call.stored()).endedReason).toBe('pipeline-error');
    expect(other.room.closedWith).toBeNull();
  });

  it('ends a call whose conversation gives no report', async () => {
    const call = await talk();
    Object.assign(call.conversation, { end: () => new Promise(() => undefined) });
    call.room.lose();
    server().clock.advance(2_000);
    await call.ended();
    expect((await call.stored()).endedReason).toBe('kindling.connection-lost');
  });

  it('frees its place', async () => {
    const before = server().live.size;
    const call = await talk();
    expect(server().live.size).toBe(before + 1);
    call.room.leave('seat');
    await call.ended();
    await vi.waitFor(() => expect(server().live.size).toBe(before));
  });
});
