import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { describeWithServer } from '../../../../testing/databases/describe-databases.ts';
import { useTestReceiver } from '../../../../testing/receivers/test-receiver.ts';
import { singleNode } from '../../../platform/cluster/single-node.ts';
import { orgSettingsTable } from '../../../platform/database/platform-tables.ts';
import { isSigned, SIGNATURE_HEADER } from '../../../platform/http-client/sign-request.ts';
import { createAbandonedCalls } from '../abandoned-calls.ts';
import { createCallWriter } from '../store/call-writer.ts';
import { hurryReports } from './crash-report.ts';

/** Longer than anything takes on a busy machine. */
const receiver = useTestReceiver();

describeWithServer(
  'webhooks of a call',
  (server, database) => {
    beforeAll(() => server().jobs.start());
    afterAll(() => server().jobs.close());
    // What is under way when the clock jumps counts as lost, and is sent again.
    afterEach(() => server().jobs.settled());

    const send = async (path: string, body: unknown, key?: string) =>
      server().send('POST', path, { body, ...(key === undefined ? {} : { key }) });

    async function talk(assistant: Record<string, unknown>) {
      const answer = await send('/call/web', { assistant, metadata: { lesson: 7 } });
      expect(answer.status, JSON.stringify(answer.json)).toBe(201);
      const room = server().parts.media.last();
      await room.join({ sdp: 'v=0' });
      room.say('playable');
      const conversation = server().parts.conversations.last();
      const ended = () => expect.poll(() => room.closedWith).not.toBeNull();
      return { id: answer.json.id as string, room, conversation, ended };
    }

    const delivered = () => receiver.received.map(({ body }) => JSON.parse(body).message);
    /** Every message that is due, and was it refused, those that are due again. */
    const arrived = (count: number) =>
      expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(count);

    it('tell what happens and how it went, signed', async () => {
      const { id, conversation, ended } = await talk({ server: { url: `${receiver.url}/hook` } });
      conversation.options.onMessage({
        type: 'speech-update',
        status: 'started',
        role: 'user',
        turn: 1,
      });
      const conversationSoFar = [{ role: 'user', content: 'Hi.' }] as const;
      conversation.options.onMessage({
        type: 'conversation-update',
        conversation: [...conversationSoFar],
      });
      // Not asked for by default.
      conversation.options.onMessage({ type: 'voice-input', input: 'Hello.' });
      conversation.endItself('assistant-ended-call');
      await ended();
      await arrived(5);
      const messages = delivered();
      expect(messages.map(({ type }) => type).sort()).toEqual([
        'conversation-update',
        'end-of-call-report',
        'speech-update',
        'status-update',
        'status-update',
      ]);
      for (const message of messages) {
        expect(message).toMatchObject({ call: { id, metadata: { lesson: 7 } } });
        expect(message.timestamp).toEqual(expect.any(Number));
      }
      const report = messages.find(({ type }) => type === 'end-of-call-report');
      expect(report).toMatchObject({
        endedReason: 'assistant-ended-call',
        artifact: { transcript: 'AI: Hello.' },
        cost: 0,
        costBreakdown: { llm: 0, total: 0 },
        endedAt: expect.stringMatching(/Z$/),
      });
      expect(messages.find(({ type }) => type === 'conversation-update')).toMatchObject({
        messagesOpenAIFormatted: conversationSoFar,
      });
      const { secret } = (await server().send('GET', '/webhook/secret')).json;
      for (const { headers, body, url } of receiver.received) {
        const signature = String(headers[SIGNATURE_HEADER]);
        const options = { now: server().clock.now(), tolerance: 60_000 };
        expect([url, isSigned(secret, body, signature, options)]).toEqual(['/hook', true]);
      }
    });

    it.each(["transcript[transcriptType='final']", 'transcript[transcriptType="final"]'])(
      'are those that the assistant names: %s',
      async (finals) => {
        const { conversation, ended } = await talk({
          server: { url: receiver.url },
          serverMessages: [finals, 'end-of-call-report'],
        });
        const line = { type: 'transcript', role: 'user', utteranceId: 'u1' } as const;
        for (const transcriptType of ['partial', 'final'] as const)
          conversation.options.onMessage({ ...line, transcriptType, transcript: 'Hi.' });
        conversation.endItself('silence-timed-out');
        await ended();
        await arrived(2);
        expect(
          delivered()
            .map(({ type, transcriptType }) => transcriptType ?? type)
            .sort(),
        ).toEqual(['end-of-call-report', 'final']);
      },
    );

    it('go to the server of the organisation when the assistant names none', async () => {
      const body = { server: { url: `${receiver.url}/org` } };
      await database().db.insert(orgSettingsTable).values({ orgId: server().orgId, body });
      const { conversation, ended } = await talk({ serverMessages: ['end-of-call-report'] });
      conversation.endItself('silence-timed-out');
      await ended();
      await arrived(1);
      expect(receiver.received.map(({ url }) => url)).toEqual(['/org']);
      await database().db.delete(orgSettingsTable);
    });

    it('are not reported twice', async () => {
      const { conversation, ended } = await talk({
        server: { url: receiver.url },
        serverMessages: ['end-of-call-report'],
      });
      conversation.endItself('silence-timed-out');
      await ended();
      await arrived(1);
      await server().jobs.settled();
      // The server starts again before the call had to be over.
      await hurryReports(database().db, singleNode, new Date(server().clock.now()));
      server().jobs.wake();
      await server().jobs.settled();
      server().clock.advance(2 * 3_600_000);
      await server().jobs.settled();
      expect(receiver.received).toHaveLength(1);
    });

    it('are sent again until they arrive, and logged', async () => {
      receiver.reply = () => (receiver.received.length === 1 ? 503 : 200);
      const { id, conversation, ended } = await talk({
        server: { url: receiver.url },
        serverMessages: ['end-of-call-report'],
      });
      conversation.endItself('silence-timed-out');
      await ended();
      await arrived(1);
      await server().jobs.settled();
      expect(receiver.received).toHaveLength(1);
      server().clock.advance(3_600_000);
      await arrived(2);
      await server().jobs.settled();
      expect(delivered().map(({ type }) => type)).toEqual([
        'end-of-call-report',
        'end-of-call-report',
      ]);
      const [first, second] = receiver.received.map(
        ({ headers }) => headers['x-kindling-delivery'],
      );
      expect([typeof first, second]).toEqual(['string', first]);
      const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
      expect(ids).toEqual([first, first]);
      await server().logs.flush();
      const logs = (await server().send('GET', `/logs?type=Webhook&callId=${id}`)).json.results;
      expect(logs.map((one: { responseHttpCode: number }) => one.responseHttpCode).sort()).toEqual([
        200, 503,
      ]);
    });

    it('report no crash to who wants no reports', async () => {
      const { conversation, ended } = await talk({
        server: { url: receiver.url },
        serverMessages: ['status-update'],
      });
      await arrived(1);
      await server().jobs.settled();
      await createAbandonedCalls(database().db, singleNode).close(
        'kindling.server-crashed',
        'It stopped.',
      );
      server().clock.advance(2 * 3_600_000);
      conversation.endItself('silence-timed-out');
      await ended();
      await server().jobs.settled();
      expect(delivered().map(({ type }) => type)).not.toContain('end-of-call-report');
    });

    it('report a call whose server died between its end and the report', async () => {
      const { id, ended, conversation } = await talk({
        server: { url: receiver.url },
        serverMessages: ['end-of-call-report'],
      });
      const now = server().clock.now();
      await createCallWriter(database().db, { nodeId: null, epoch: 0 }).finish(id, {
        reason: 'customer-ended-call',
        startedAt: null,
        endedAt: now,
        messages: [],
        artifact: { messages: [], transcript: '' },
        cost: 0,
      });
      expect(await hurryReports(database().db, singleNode, new Date(now))).toBe(1);
      server().jobs.wake();
      await arrived(1);
      expect(delivered()).toMatchObject([
        { type: 'end-of-call-report', endedReason: 'customer-ended-call' },
      ]);
      conversation.endItself('silence-timed-out');
      await ended();
      await server().jobs.settled();
      expect(receiver.received).toHaveLength(1);
    });

    it.each(['kindling.server-crashed', 'customer-ended-call'] as const)(
      'report a call that another server ended: %s',
      async (reason) => {
        const { id, ended, conversation } = await talk({
          server: { url: receiver.url },
          maxDurationSeconds: 60,
          serverMessages: ['end-of-call-report'],
        });
        const line = { type: 'transcript', role: 'user', utteranceId: 'u1' } as const;
        conversation.options.onMessage({ ...line, transcriptType: 'final', transcript: 'Hi.' });
        await expect
          .poll(async () => (await server().send('GET', `/call/${id}`)).json.messages)
          .toHaveLength(1);
        await createAbandonedCalls(database().db, singleNode).close(reason, 'It stopped.');
        // A round that is under way would wait for a moment that has passed.
        await server().jobs.settled();
        server().clock.advance(60_000 + 10 * 60_000);
        await arrived(1);
        expect(delivered()).toMatchObject([
          { type: 'end-of-call-report', endedReason: reason, transcript: 'User: Hi.' },
        ]);
        conversation.endItself('silence-timed-out');
        await ended();
      },
    );

    it('of pages go nowhere that a page names', async () => {
      const key = await server().addToken({
        kind: 'public',
        name: 'page',
        allowTransientAssistant: true,
      });
      for (const [assistant, field] of [
        [{ server: { url: receiver.url } }, 'assistant.server'],
        [
          { model: { provider: 'kindling', tools: [{ type: 'endCall' }] } },
          'assistant.model.tools',
        ],
        [{ model: { provider: 'kindling', toolIds: [] } }, 'assistant.model.toolIds'],
        // What the organisation keeps in its files is not for every page.
        [
          { model: { provider: 'kindling', knowledgeBase: { provider: 'kindling', fileIds: [] } } },
          'assistant.model.knowledgeBase',
        ],
        [
          { model: { provider: 'kindling', knowledgeBaseId: randomUUID() } },
          'assistant.model.knowledgeBaseId',
        ],
      ] as const) {
        const answer = await send('/call/web', { assistant }, key);
        expect([answer.status, answer.json.fields[0].path]).toEqual([400, field]);
      }
    });

    it('tools: run for the conversation of their call', async () => {
      receiver.reply = () => ({ body: '{"results":[{"result":"21 degrees"}]}' });
      const weather = { type: 'function', function: { name: 'weather' } };
      const { id, conversation, ended } = await talk({
        server: { url: `${receiver.url}/tools` },
        serverMessages: [],
        model: { provider: 'kindling', tools: [weather] },
      });
      const { tools } = conversation.options;
      expect(tools?.definitions.map(({ name }) => name)).toEqual(['weather']);
      const result = await tools?.run(
        { type: 'tool-call', id: 'c1', name: 'weather', arguments: '{}' },
        { signal: new AbortController().signal, messages: [], onSay: () => {} },
      );
      expect(result).toMatchObject({ content: '21 degrees', failed: false });
      expect(delivered()).toMatchObject([{ type: 'tool-calls', call: { id } }]);
      conversation.endItself('silence-timed-out');
      await ended();
    });

    it('tools: run in a chat, also without a language model', async () => {
      receiver.reply = () => ({ body: '{"results":[{"result":"It is 21 degrees."}]}' });
      const weather = {
        type: 'function',
        function: { name: 'weather' },
        when: 'asks about the weather',
        server: { url: receiver.url },
      };
      const assistant = { model: { provider: 'kindling', tools: [weather] } };
      const answer = await send('/chat', { assistant, input: 'How is the weather?' });
      expect(answer.status, JSON.stringify(answer.json)).toBe(201);
      expect(answer.json.output).toMatchObject([
        { role: 'assistant', tool_calls: [{ function: { name: 'weather' } }] },
        { role: 'tool', content: 'It is 21 degrees.' },
        { role: 'assistant', content: 'It is 21 degrees.' },
      ]);
      expect(delivered()).toMatchObject([{ type: 'tool-calls', chat: { id: answer.json.id } }]);
    });

    it('tools: a call that names one that is not there goes on without it', async () => {
      const toolIds = ['6f4a3a0e-0000-4000-8000-000000000001'];
      const assistant = { model: { provider: 'kindling', toolIds } };
      const answer = await send('/call/web', { assistant });
      expect(answer.status).toBe(201);
      const log = await server().send('GET', `/logs?callId=${answer.json.id}`);
      expect(JSON.stringify(log.json)).toContain('assistant.model.toolIds.0: There is no tool');
    });
  },
  { TOOL_PRIVATE_ADDRESSES: 'true' },
);
