import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';
import { useTestReceiver } from '../../../testing/receivers/test-receiver.ts';
import { readAll } from '../../../testing/requests/read-all.ts';

const receiver = useTestReceiver();
const PLANS = [
  { artifactPlan: { transcriptPlan: { enabled: false } } },
  { compliancePlan: { hipaaEnabled: true } },
  { compliancePlan: { pciEnabled: true } },
];

describeWithServer(
  'where no words may be kept',
  (server, database) => {
    beforeAll(() => server().jobs.start());
    afterAll(() => server().jobs.close());

    const squadOf = (plan: object) => ({
      members: [
        {
          assistant: { name: 'Desk' },
          assistantDestinations: [{ type: 'assistant', assistantName: 'Nurse' }],
        },
        { assistant: { name: 'Nurse', ...plan } },
      ],
    });

    const forms = PLANS.flatMap((plan) => [
      { assistant: { name: 'Ada', ...plan } },
      { squad: squadOf(plan) },
    ]);

    it.each(forms)('a call keeps none, and its server hears them: %j', async (form) => {
      const word = `W${randomUUID()}`;
      const { id: sessionId } = (await server().send('POST', '/session', { body: {} })).json;
      const hooked = 'assistant' in form && {
        ...form.assistant,
        server: { url: `${receiver.url}/hook` },
      };
      const body = { ...form, ...(hooked && { assistant: hooked }), sessionId };
      const made = await server().send('POST', '/call/web', { body });
      expect([made.status, made.json.message]).toEqual([201, undefined]);
      const room = server().parts.media.last();
      await room.join({ sdp: 'v=0' });
      room.say('playable');
      const conversation = server().parts.conversations.last();
      const { onMessage } = conversation.options;
      const said = { type: 'transcript', role: 'user', utteranceId: '1' } as const;
      onMessage({ ...said, transcriptType: 'final', transcript: `It is ${word}.` });
      const conversationSoFar = [{ role: 'user' as const, content: word }];
      onMessage({ type: 'conversation-update', conversation: conversationSoFar });
      // The person still sees what was said.
      expect(JSON.stringify(room.sent)).toContain(word);
      expect(await readAll(database().db, server().logs)).not.toContain(word);
      conversation.endItself('silence-timed-out');
      await expect.poll(() => room.closedWith).not.toBeNull();
      if ('assistant' in form)
        await expect
          .poll(() => receiver.received.some(({ body }) => body.includes(word)))
          .toBe(true);
      expect(await readAll(database().db, server().logs)).not.toContain(word);
      const { json } = await server().send('GET', `/call/${made.json.id}`);
      expect(json).toMatchObject({ messages: [], artifact: { transcript: '', messages: [] } });
    });

    it.each([
      ...PLANS.map((plan) => ({ assistant: { name: 'Ada', ...plan } })),
      ...PLANS.map((plan) => ({ squad: squadOf(plan) })),
    ])(
      'a chat keeps none, nor does its session, nor the key it may be repeated with: %j',
      async (form) => {
        const [asked, answered] = [`Q${randomUUID()}`, `A${randomUUID()}`];
        const said = (count: number) => {
          for (let index = 0; index < count; index += 1) server().parts.model.reply(answered);
        };
        said(2);
        const options = (body: object) => ({
          body: { ...form, input: asked, ...body },
          headers: { 'Idempotency-Key': randomUUID() },
        });
        const chat = await server().send('POST', '/chat', options({}));
        expect([chat.status, chat.json.output?.[0]?.content]).toEqual([201, answered]);
        const response = await server().send('POST', '/chat/responses', options({ stream: false }));
        expect([response.status, JSON.stringify(response.json)]).toEqual([
          201,
          expect.stringContaining(answered),
        ]);
        const stored = await readAll(database().db, server().logs);
        expect(stored).toContain(chat.json.id);
        expect(stored).not.toContain(asked);
        expect(stored).not.toContain(answered);
      },
    );

    it('a chat of a page keeps none, nor does its session', async () => {
      const [plan] = PLANS;
      const body = { name: 'Ada', ...plan };
      const assistantId = (await server().send('POST', '/assistant', { body })).json.id;
      const key = await server().addToken({
        kind: 'public',
        name: 'Page',
        allowedAssistantIds: [assistantId],
      });
      const [asked, answered] = [`Q${randomUUID()}`, `A${randomUUID()}`];
      server().parts.model.reply(answered);
      const chat = await server().send('POST', '/chat/web', {
        key,
        body: { assistantId, input: asked },
      });
      expect([chat.status, JSON.stringify(chat.json)]).toEqual([
        201,
        expect.stringContaining(answered),
      ]);
      const stored = await readAll(database().db, server().logs);
      expect(stored).toContain(chat.json.sessionId);
      expect(stored).not.toContain(asked);
      expect(stored).not.toContain(answered);
    });
  },
  { TOOL_PRIVATE_ADDRESSES: 'true' },
);
