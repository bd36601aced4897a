import { expect, it } from 'vitest';
import { describeWithServer } from '../../../../testing/databases/describe-databases.ts';

describeWithServer('the life of a call', (server) => {
  async function startCall(body: Record<string, unknown> = {}) {
    const { json } = await server().send('POST', '/call/web', {
      body: { assistantId: server().assistantId, ...body },
    });
    const room = server().parts.media.last();
    const stored = async () => (await server().send('GET', `/call/${json.id}`)).json;
    const received = () =>
      room.sent.filter((one) => one !== 'listening').map((one) => JSON.parse(String(one)));
    const ended = () => expect.poll(() => room.closedWith).not.toBeNull();
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
    await expect.poll(async () => (await stored()).status).toBe('in-progress');
  });

  it('goes on without the visitor where the caller wants the room kept, until it ends by itself', async () => {
    const { room, conversation, ended, stored } = await talk({
      roomDeleteOnUserLeaveEnabled: false,
    });
    room.leave('person-key');
    expect(room.closedWith).toBeNull();
    const { sessionId } = await room.join({ sdp: 'v=0' });
    room.say('playable', sessionId);
    room.say('playable', sessionId);
    expect(room.sent.filter((one) => one === 'listening')).toHaveLength(2);
    room.say({ type: 'say', message: 'Again.' }, sessionId);
    expect(conversation.messages).toEqual([{ type: 'say', message: 'Again.' }]);
    room.lose();
    expect(room.closedWith).toBeNull();
    conversation.endItself('silence-timed-out');
    await ended();
    expect((await stored()).endedReason).toBe('silence-timed-out');
  });

  it('ends when the visitor leaves before they heard anything, kept or not', async () => {
    const { room, ended } = await startCall({ roomDeleteOnUserLeaveEnabled: false });
    await room.join({ sdp: 'v=0' });
    room.lose();
    await ended();
  });

  it('hears from the moment a participant joined', async () => {
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
    [{ type: 'say', message: 'a\u0000b' }, 'invalid_message'],
    [{ type: 'add-message', message: { role: 'user', content: '\ud800' } }, 'invalid_message'],
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
    await expect.poll(async () => (await stored()).messages).toMatchObject([{ message: 'Kept?' }]);
  });

  it.each([
    ['the person leaves', 'customer-ended-call', (call) => void call.room.leave('person-key')],
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
      expect(stored.cost).toBe(0);
      expect(stored.costBreakdown).toEqual({
        transport: 0,
        stt: 0,
        llm: 0,
        tts: 0,
        vapi: 0,
        total: 0,
      });
      const ends = call.received().filter((one) => one.status === 'ended');
      expect(ends).toEqual([{ type: 'status-update', status: 'ended', endedReason: reason }]);
    },
  );

  it('says nothing of a price it cannot know', async () => {
    const model = { provider: 'openai', url: 'https://llm.example/v1', model: 'large' };
    const call = await talk({ assistantId: undefined, assistant: { model } });
    expect(await call.stored()).not.toHaveProperty('costBreakdown');
    call.conversation.endItself('silence-timed-out');
    await call.ended();
    const stored = await call.stored();
    expect(stored.cost).toBeNull();
    expect(stored.costBreakdown).toEqual({ transport: 0, stt: 0, tts: 0, vapi: 0 });
  });

  it('keeps no transcript where the assistant wants none', async () => {
    const artifactPlan = { transcriptPlan: { enabled: false } };
    const call = await talk({ assistantId: undefined, assistant: { artifactPlan } });
    call.conversation.options.onMessage({
      type: 'transcript',
      role: 'user',
      utteranceId: '1',
      transcriptType: 'final',
      transcript: 'My card is 4111.',
    });
    call.conversation.endItself('silence-timed-out');
    await call.ended();
    const { artifact, messages } = await call.stored();
    expect([artifact, messages]).toMatchObject([{ transcript: '', messages: [] }, []]);
    expect(JSON.stringify(await call.stored())).not.toMatch(/My card|card is|Hello/);
  });

  it.each(['hipaaEnabled', 'pciEnabled'])('stores nothing that was said with %s', async (field) => {
    const assistant = {
      compliancePlan: { [field]: true },
      artifactPlan: { recordingEnabled: true },
    };
    const { id: sessionId } = (await server().send('POST', '/session', { body: {} })).json;
    const call = await talk({ assistantId: undefined, assistant, sessionId });
    const line = { type: 'transcript', role: 'user', utteranceId: '1' } as const;
    call.conversation.options.onMessage({
      ...line,
      transcriptType: 'final',
      transcript: 'My card is 4111.',
    });
    call.conversation.endItself('silence-timed-out');
    await call.ended();
    const stored = await call.stored();
    expect(stored.artifactPlan.recordingEnabled).toBe(false);
    expect([stored.messages, stored.artifact.messages]).toEqual([[], []]);
    // With a space: random ids hold any four digits by chance.
    expect(JSON.stringify(stored)).not.toMatch(/My card|card is|Hello/);
    const session = (await server().send('GET', `/session/${sessionId}`)).json;
    expect(session.messages).toEqual([]);
  });

  it('ends once when everything ends it at the same moment', async () => {
    const call = await talk();
    call.conversation.endItself('silence-timed-out');
    call.room.lose();
    await call.ended();
    expect((await call.stored()).endedReason).toBe('silence-timed-out');
    expect(call.received().filter((one) => one.status === 'ended')).toHaveLength(1);
  });

  it('ends with a reason of its own when the engine lost its room', async () => {
    const other = await talk();
    const call = await talk();
    call.room.fail();
    await call.ended();
    expect(await call.stored()).toMatchObject({
      status: 'ended',
      endedReason: 'kindling.media-failed',
    });
    expect(other.room.closedWith).toBeNull();
  });

  it('ends when nobody comes', async () => {
    const call = await startCall();
    server().clock.advance(30_000);
    await call.ended();
    expect(await call.stored()).toMatchObject({
      status: 'ended',
      endedReason: 'kindling.never-joined',
      startedAt: null,
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
    call.room.leave('person-key');
    await call.ended();
    await expect.poll(() => server().live.size).toBe(before);
  });
});
