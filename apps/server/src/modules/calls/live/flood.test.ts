import {
  CALL_LINES_MAX,
  CALL_LINES_MAX_BYTES,
  TYPED_TURNS_BURST,
} from '@kindling/protocol/constants';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { describeWithServer } from '../../../../testing/databases/describe-databases.ts';
import { logTable } from '../../../platform/database/platform-tables.ts';

const ANY_ROLE = { pageMessageRoles: ['user', 'assistant', 'system'] };

describeWithServer('a page that sends too much', (server, database) => {
  async function talk() {
    const { json } = await server().send('POST', '/call/web', {
      body: { assistantId: server().assistantId, assistantOverrides: ANY_ROLE },
    });
    const room = server().parts.media.last();
    await room.join({ sdp: 'v=0' });
    room.say('playable');
    const errors = () =>
      room.sent
        .filter((one) => one !== 'listening')
        .map((one) => JSON.parse(String(one)))
        .filter(({ type }) => type === 'error')
        .map(({ code }) => code);
    const logged = async () => {
      await server().logs.flush();
      const rows = await database().db.select().from(logTable).where(eq(logTable.callId, json.id));
      return rows.flatMap(({ body }) => (typeof body.error === 'string' ? [body.error] : []));
    };
    const stored = async () => (await server().send('GET', `/call/${json.id}`)).json;
    return { id: json.id as string, room, errors, logged, stored };
  }

  const typed = (content: string) => ({ type: 'add-message', message: { role: 'user', content } });
  const turns: [string, unknown][] = [
    ['typed turns', typed('x'.repeat(3_000))],
    ['context', { type: 'add-message', message: { role: 'system', content: 'x' } }],
    ['texts to say', { type: 'say', message: 'x'.repeat(4_000) }],
  ];

  it.each(turns)('is notified once that %s come too fast, and logged once', async (_, message) => {
    const { room, errors, logged } = await talk();
    const conversation = server().parts.conversations.last();
    for (let sent = 0; sent < 1_200; sent += 1) room.say(message);
    expect(conversation.messages).toHaveLength(TYPED_TURNS_BURST);
    server().clock.advance(1_000);
    for (let sent = 0; sent < 100; sent += 1) room.say(message);
    expect(conversation.messages).toHaveLength(TYPED_TURNS_BURST + 2);
    expect(errors()).toEqual(['rate_limited']);
    expect((await logged()).filter((error) => error === 'rate_limited')).toHaveLength(1);
    // Ending the call is always possible.
    room.say({ type: 'end-call' });
    expect(conversation.messages.at(-1)).toEqual({ type: 'end-call' });
  });

  it('is notified again when it begins anew after a while', async () => {
    const { room, errors } = await talk();
    const flood = () => {
      for (let sent = 0; sent < 100; sent += 1) room.say(typed('Hi.'));
    };
    flood();
    server().clock.advance(60_000);
    flood();
    expect(errors()).toEqual(['rate_limited', 'rate_limited']);
  });

  it.each([
    ['no JSON', '{'],
    ['unknown JSON', { type: 'sing', words: 'x'.repeat(3_000) }],
    ['typing', { type: 'typing' }],
    ['control', { type: 'control', control: 'mute-assistant' }],
  ] as [string, unknown][])('%s is bounded, and logged once', async (_, message) => {
    const { room, errors, logged } = await talk();
    const conversation = server().parts.conversations.last();
    for (let sent = 0; sent < 1_200; sent += 1) room.say(message);
    expect(conversation.messages.length).toBeLessThanOrEqual(30);
    expect(errors().length).toBeLessThanOrEqual(31);
    expect(errors().filter((code) => code === 'rate_limited')).toHaveLength(1);
    const codes = await logged();
    expect(codes).toHaveLength(new Set(codes).size);
  });

  it('messages before the start are bounded alike', async () => {
    await server().send('POST', '/call/web', { body: { assistantId: server().assistantId } });
    const room = server().parts.media.last();
    await room.join({ sdp: 'v=0' });
    for (let sent = 0; sent < 1_200; sent += 1) room.say(typed('Hi.'));
    expect(room.sent.length).toBeLessThanOrEqual(TYPED_TURNS_BURST + 1);
  });

  it.each([
    ['lines', 'Hi.', CALL_LINES_MAX],
    ['bytes', 'ß'.repeat(2_000), Math.floor(CALL_LINES_MAX_BYTES / 4_150)],
  ])(
    'a call keeps so many %s, no matter who spoke them, and says once that it is full',
    async (_, text, most) => {
      const { room, errors, logged, stored } = await talk();
      const { options } = server().parts.conversations.last();
      const said = { type: 'transcript', role: 'assistant', transcriptType: 'final' } as const;
      const times = { time: 0, endTime: 0, secondsFromStart: 0 };
      for (let line = 0; line < CALL_LINES_MAX + 200; line += 1)
        options.onMessage({ ...said, transcript: text, utteranceId: `a-${line}` });
      await expect.poll(async () => (await stored()).messages?.length).toBe(most);
      expect(errors()).toEqual(['call_full']);
      expect((await logged()).filter((error) => error === 'call_full')).toHaveLength(1);
      options.onEnded({
        endReason: 'customer-ended-call',
        startedAt: 0,
        endedAt: 1,
        turnTimings: [],
        messages: Array.from({ length: 1_200 }, () => ({ role: 'bot', message: text, ...times })),
        transcript: Array.from({ length: 1_200 }, () => `AI: ${text}`).join('\n'),
      });
      await expect.poll(() => room.closedWith).not.toBeNull();
      const { messages, artifact } = await stored();
      expect(messages).toHaveLength(most);
      expect(artifact.messages).toHaveLength(most);
      expect(artifact.transcript.split('\n')).toHaveLength(most);
    },
  );
});
