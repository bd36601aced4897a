import { randomUUID } from 'node:crypto';
import type { ToolCall } from '@kindling/conversation';
import { evalRunSchema, evalSchema, pageOf } from '@kindling/protocol';
import { expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';
import { useTestReceiver } from '../../../testing/receivers/test-receiver.ts';
import { evalRunTable } from '../../platform/database/platform-tables.ts';

const receiver = useTestReceiver();
const MISSING = '00000000-0000-4000-8000-000000000000';
const LLM = { provider: 'custom-llm', url: 'http://127.0.0.1:1/v1', model: 'm' };
const ASKS = { role: 'user', content: 'When do you open?' };
const says = (content: string, continuePlan?: object) => ({
  role: 'assistant',
  judgePlan: { type: 'regex', content },
  ...(continuePlan && { continuePlan }),
});
const calls = (toolCalls: object[]) => ({
  role: 'assistant',
  judgePlan: { type: 'exact', content: '', toolCalls },
});
const ai = (content: string) => ({
  type: 'ai',
  model: { ...LLM, messages: [{ role: 'system', content }] },
});
const call = (name: string, given: object = {}): ToolCall => ({
  type: 'tool-call',
  id: `${name}-1`,
  name,
  arguments: JSON.stringify(given),
});
const TOOL = { type: 'function', function: { name: 'book', parameters: { type: 'object' } } };

describeWithServer(
  'evals',
  (server, database) => {
    const send = (method: string, path: string, body?: unknown) =>
      server().send(method, path, body === undefined ? {} : { body });
    const reply = (...pieces: (string | ToolCall | Error)[]) =>
      server().parts.model.reply(...pieces);
    const target = (model: object = {}) => ({
      type: 'assistant',
      assistant: { name: 'Bo', model: { ...LLM, ...model } },
    });
    const start = async (messages: object[], fields: object = {}) => {
      const body = { eval: { messages }, target: target(), ...fields };
      const answer = await send('POST', '/eval/run', body);
      expect(answer.status, JSON.stringify(answer.json)).toBe(201);
      return evalRunSchema.parse(answer.json);
    };
    const finish = async (id: string) => {
      server().jobs.start();
      await server().jobs.settled();
      return evalRunSchema.parse((await send('GET', `/eval/run/${id}`)).json);
    };
    /** What is said in one run, and how it was judged. */
    const run = async (messages: object[], fields: object = {}) => {
      const ended = await finish((await start(messages, fields)).id);
      const [result] = ended.results;
      const verdicts = (result?.messages ?? []).flatMap(({ judge }) =>
        judge === undefined ? [] : [judge.failureReason ?? judge.status],
      );
      return { ended, status: result?.status, messages: result?.messages, verdicts };
    };
    const asked = () => server().parts.model.requests;

    it('are created, read, changed, listed and deleted; their runs stay', async () => {
      const messages = [ASKS, says('nine')];
      const created = await send('POST', '/eval', { name: 'Hours', messages, metadata: { a: 1 } });
      expect([created.status, evalSchema.parse(created.json)]).toMatchObject([
        201,
        { name: 'Hours', type: 'chat.mockConversation', messages, metadata: { a: 1 } },
      ]);
      const { id } = created.json;
      const path = `/eval/${id}`;
      const { json: asRun } = await send('POST', '/eval/run', { evalId: id, target: target() });
      const changed = await send('PATCH', path, { name: 'Times', messages: [ASKS] });
      expect(changed.json).toMatchObject({ name: 'Times', messages: [ASKS] });
      expect((await send('GET', path)).json).toEqual(changed.json);
      const { json: page } = await send('GET', `/eval?id=${id}`);
      expect(pageOf(evalSchema).parse(page)).toMatchObject({
        results: [changed.json],
        metadata: { totalItems: 1 },
      });
      expect((await send('DELETE', path)).status).toBe(200);
      expect((await send('GET', path)).status).toBe(404);
      reply('At nine.');
      expect(await finish(asRun.id)).toMatchObject({
        evalId: id,
        eval: { name: 'Hours', messages },
        endedReason: 'mockConversation.done',
        results: [{ status: 'pass' }],
      });
      const runs = await send('GET', `/eval/run?evalId=${id}`);
      expect(runs.json.results.map((one: { id: string }) => one.id)).toEqual([asRun.id]);
    });

    it('have what is mocked said as it stands, and judge what the target answers', async () => {
      reply('We open at ', 'nine.');
      reply('You are welcome.');
      const { ended, messages } = await run(
        [
          { role: 'system', content: 'It is Monday.' },
          { role: 'user', content: 'Hello.' },
          { role: 'assistant', content: 'Hi there.' },
          ASKS,
          says('nine'),
          { role: 'user', content: 'Thank you.' },
          { role: 'assistant', judgePlan: { type: 'exact', content: 'Not at all.' } },
        ],
        { target: target({ messages: [{ role: 'system', content: 'You are Bo.' }] }) },
      );
      expect(ended).toMatchObject({ status: 'ended', endedReason: 'mockConversation.done' });
      expect(ended.results).toMatchObject([{ status: 'fail' }]);
      expect(messages?.slice(3)).toEqual([
        ASKS,
        { role: 'assistant', content: 'We open at nine.', judge: { status: 'pass' } },
        { role: 'user', content: 'Thank you.' },
        {
          role: 'assistant',
          content: 'You are welcome.',
          judge: {
            status: 'fail',
            failureReason: 'Expected “Not at all.” and got “You are welcome.”.',
          },
        },
      ]);
      const prompt = asked()
        .at(-2)
        ?.messages.map(({ role }) => role);
      expect(prompt).toEqual(['system', 'system', 'user', 'assistant', 'user']);
      expect(asked().at(-1)?.messages.at(-2)?.content).toBe('We open at nine.');
    });

    it('compare tool calls, give the mocked result and use no tool', async () => {
      const tools = [{ ...TOOL, server: { url: `${receiver.url}/book` } }];
      reply(call('book', { day: 'Monday' }));
      reply('It is booked: A-1.');
      const { status, messages } = await run(
        [
          { role: 'user', content: 'Monday, please.' },
          calls([{ name: 'book', arguments: { day: 'Monday' } }]),
          { role: 'tool', content: '{"id":"A-1"}' },
          says('A-1'),
        ],
        { target: target({ tools }) },
      );
      expect([status, receiver.received]).toEqual(['pass', []]);
      expect(messages?.[1]).toEqual({
        role: 'assistant',
        toolCalls: [{ name: 'book', arguments: { day: 'Monday' } }],
        judge: { status: 'pass' },
      });
      expect(asked().at(-1)?.messages.at(-1)).toEqual({
        role: 'tool',
        content: '{"id":"A-1"}',
        toolCallId: 'book-1',
      });
    });

    it('use a tool whose result is to be judged', async () => {
      const tools = [{ ...TOOL, server: { url: `${receiver.url}/book` } }];
      receiver.reply = () => ({
        body: JSON.stringify({ results: [{ toolCallId: 'book-1', result: 'No room.' }] }),
      });
      reply(call('book'));
      reply('fail');
      const judged = { role: 'tool', judgePlan: ai('Is it booked? {{messages[-1]}}') };
      const { status, messages, verdicts } = await run(
        [{ role: 'user', content: 'Monday.' }, calls([{ name: 'book' }]), judged, judged],
        { target: target({ tools }) },
      );
      expect(status).toBe('fail');
      expect(messages?.[2]).toMatchObject({ role: 'tool', content: 'No room.' });
      expect(verdicts).toEqual([
        'pass',
        'The model that judges says fail.',
        'No tool was called before this.',
      ]);
      expect(asked().at(-1)?.messages[0]?.content).toContain('No room.');
    });

    it('end at a failure, or go on with other words and calls', async () => {
      reply('At ten.');
      const stopped = await run([
        ASKS,
        says('nine', { exitOnFailureEnabled: true }),
        { role: 'user', content: 'Thank you.' },
      ]);
      expect(stopped.ended.endedReason).toBe('mockConversation.done');
      expect([stopped.status, stopped.messages?.length]).toEqual(['fail', 2]);
      reply('At ten.');
      reply('Welcome.');
      const toolCallsOverride = [{ name: 'look', arguments: { what: 'hours' } }];
      const { messages } = await run([
        ASKS,
        says('nine', { contentOverride: 'At nine.', toolCallsOverride }),
        { role: 'user', content: 'Thank you.' },
        says('.'),
      ]);
      expect(messages?.[1]).toMatchObject({
        content: 'At ten.',
        judge: { status: 'fail' },
        continuedWith: { content: 'At nine.', toolCalls: toolCallsOverride },
      });
      const prompt = asked().at(-1)?.messages ?? [];
      expect(prompt.at(-3)).toMatchObject({ role: 'assistant', content: 'At nine.' });
      expect(prompt.at(-2)).toMatchObject({ role: 'tool', content: 'No result is given.' });
    });

    it('take the first message for an answer to nothing', async () => {
      const { assistantId } = server();
      const before = asked().length;
      const { messages } = await run([says('Ada')], {
        target: {
          type: 'assistant',
          assistantId,
          assistantOverrides: { variableValues: { visitor: 'Ada' } },
        },
      });
      expect(messages).toEqual([
        { role: 'assistant', content: 'Hello Ada, I am an AI.', judge: { status: 'pass' } },
      ]);
      expect(asked()).toHaveLength(before);
    });

    it('follow a handoff within a squad', async () => {
      const destination = { type: 'assistant', assistantName: 'Bo', description: 'bills' };
      const squad = {
        members: [
          { assistant: { name: 'Ada', model: LLM }, assistantDestinations: [destination] },
          {
            assistant: {
              name: 'Bo',
              model: { ...LLM, messages: [{ role: 'system', content: 'You are Bo.' }] },
            },
          },
        ],
      };
      reply(call('hand_over_to_Bo'));
      reply('Bo here.');
      const { status, messages } = await run(
        [
          { role: 'user', content: 'My bill is wrong.' },
          calls([{ name: 'transferToSquadMember', arguments: { destination: 'Bo' } }]),
          says('Bo here'),
        ],
        { target: { type: 'squad', squad } },
      );
      expect(status).toBe('pass');
      expect(messages?.[1]?.toolCalls).toEqual([
        { name: 'hand_over_to_Bo', arguments: { destination: 'Bo' } },
      ]);
      const prompts = asked()
        .at(-1)
        ?.messages.filter(({ role }) => role === 'system');
      expect(prompts?.[0]?.content).toContain('You are Bo.');
    });

    it('are judged by a model, and not at all without one', async () => {
      reply('At nine.');
      reply('pass');
      const judged = { role: 'assistant', judgePlan: ai('Does it say when?') };
      expect((await run([ASKS, judged])).verdicts).toEqual(['pass']);
      expect(asked().at(-1)?.messages.at(-1)?.content).toContain('At nine.');
      // Nobody judges in the place of a model that fails.
      reply('At nine.');
      reply(new Error('It is away.'));
      const unjudged = await run([ASKS, judged]);
      expect(unjudged.verdicts).toEqual(['Not judged: It is away.']);
      reply('At nine.');
      const model = { provider: 'anthropic', model: 'judge' };
      const other = { role: 'assistant', judgePlan: { type: 'ai', model } };
      const { status, verdicts } = await run([ASKS, other]);
      expect([status, verdicts[0]]).toEqual([
        'fail',
        expect.stringMatching(/^Not judged: .*no language model.*LLM_BASE_URL/),
      ]);
      reply('At nine.');
      const byGuide = await run([ASKS, { role: 'assistant', judgePlan: { type: 'ai' } }], {
        target: { type: 'assistant', assistantId: server().assistantId },
      });
      expect(byGuide.verdicts[0]).toMatch(/^Not judged: .*no language model/);
    });

    it('end with the error of the model, and keep what was said', async () => {
      reply('At nine.');
      reply(new Error('The endpoint is down.'));
      const { ended } = await run([ASKS, says('nine'), ASKS, says('nine')], {
        target: { type: 'assistant', assistantId: server().assistantId },
      });
      expect(ended).toMatchObject({
        endedReason: 'error',
        endedMessage: 'The endpoint is down.',
        results: [{ status: 'fail' }],
      });
      expect(ended.results[0]?.messages).toHaveLength(3);
    });

    it('fail where nothing is said, whichever judge', async () => {
      const before = asked().length;
      reply('');
      const { verdicts } = await run([ASKS, { role: 'assistant', judgePlan: ai('Fine?') }]);
      expect([verdicts, asked().length]).toEqual([['The assistant said nothing.'], before + 1]);
    });

    it('say that whom they were to ask is gone', async () => {
      const { json: squad } = await send('POST', '/squad', {
        members: [{ assistant: { name: 'Bo', model: LLM } }],
      });
      const { id } = await start([ASKS, says('nine')], {
        target: { type: 'squad', squadId: squad.id },
      });
      await send('DELETE', `/squad/${squad.id}`);
      expect(await finish(id)).toMatchObject({
        endedReason: 'error',
        endedMessage: 'There is no squad with this id in your organisation.',
        results: [{ status: 'fail', messages: [] }],
      });
    });

    it('tell what of the target does not act as it says', async () => {
      const { target: fitted, warnings } = await start([ASKS], {
        target: { type: 'assistant', assistant: { model: LLM, silenceTimeoutSeconds: 5 } },
      });
      expect(fitted).toMatchObject({ assistant: { silenceTimeoutSeconds: 10 } });
      expect(warnings).toMatchObject([{ path: 'target.assistant.silenceTimeoutSeconds' }]);
    });

    it('are refused when a hundred wait, until one has ended', async () => {
      const { orgId } = server();
      const waiting = Array.from({ length: 100 }, () => ({
        id: randomUUID(),
        orgId,
        status: 'queued' as const,
        body: {},
        createdAt: new Date(),
        updatedAt: new Date(),
      }));
      const { db } = database();
      await db.delete(evalRunTable);
      await db.insert(evalRunTable).values(waiting);
      const again = () =>
        send('POST', '/eval/run', { eval: { messages: [ASKS] }, target: target() });
      const refused = await again();
      expect([refused.status, refused.json.code]).toEqual([429, 'concurrency_limit']);
      await db.update(evalRunTable).set({ status: 'ended' });
      expect((await again()).status).toBe(201);
    });

    it('end when they take too long', async () => {
      const { id } = await start([ASKS, says('nine')]);
      const silent = server().parts.model.hang('At ');
      server().jobs.start();
      await silent;
      expect((await send('GET', `/eval/run/${id}`)).json.status).toBe('running');
      server().clock.advance(10 * 60_000);
      expect(await finish(id)).toMatchObject({
        endedReason: 'timeout',
        endedMessage: expect.stringContaining('10 minutes'),
      });
    });

    it('stop when their run is deleted', async () => {
      const { id } = await start([ASKS, says('nine')]);
      expect((await send('DELETE', `/eval/run/${id}`)).status).toBe(200);
      const before = asked().length;
      server().jobs.start();
      await server().jobs.settled();
      expect(asked()).toHaveLength(before);
    });

    it('count their questions to models against the day of the organisation', async () => {
      const path = `/org/${server().orgId}`;
      await send('PATCH', path, { dailyModelRequests: 1 });
      const { id } = await start([ASKS, says('nine')]);
      reply('At nine.');
      const first = await finish(id);
      expect(first.endedReason).toBe('mockConversation.done');
      const again = await send('POST', '/eval/run', {
        eval: { messages: [ASKS] },
        target: target(),
      });
      expect([again.status, again.json.code]).toEqual([429, 'quota_exceeded']);
      await send('PATCH', path, { dailyModelRequests: null });
    });

    it.each<[string, object, string]>([
      ['no messages', { messages: [] }, 'messages'],
      ['a role that is none', { messages: [{ role: 'caller' }] }, 'messages.0.role'],
      [
        'a judge of another kind',
        { messages: [{ role: 'assistant', judgePlan: { type: 'best' } }] },
        'messages.0.judgePlan.type',
      ],
      [
        'nothing to compare with',
        { messages: [{ role: 'assistant', judgePlan: { type: 'exact' } }] },
        'messages.0.judgePlan.content',
      ],
      ['a tool that says nothing', { messages: [{ role: 'tool' }] }, 'messages.0.content'],
      ['no pattern', { messages: [ASKS, says('(')] }, 'messages.1.judgePlan.content'],
    ])('of %s are refused', async (_, form, path) => {
      const { status, json } = await send('POST', '/eval', form);
      expect([status, json.fields?.[0]?.path]).toEqual([400, path]);
    });

    it.each<[string, object, string]>([
      ['of no eval', {}, 'evalId'],
      ['of two', { evalId: MISSING, eval: { messages: [ASKS] } }, 'evalId'],
      ['of one that is not there', { evalId: MISSING }, 'evalId'],
      [
        'with nobody',
        { eval: { messages: [ASKS] }, target: { type: 'assistant' } },
        'target.assistantId',
      ],
      [
        'with an assistant that is not there',
        { eval: { messages: [ASKS] }, target: { type: 'assistant', assistantId: MISSING } },
        'target.assistantId',
      ],
      [
        'with a squad that is not there',
        { eval: { messages: [ASKS] }, target: { type: 'squad', squadId: MISSING } },
        'target.squadId',
      ],
      [
        'with a squad of nobody',
        { eval: { messages: [ASKS] }, target: { type: 'squad', squad: {} } },
        'target.squad.members',
      ],
      ['of no pattern', { eval: { messages: [says('(')] } }, 'eval.messages.0.judgePlan.content'],
    ])('are not run %s', async (_, fields, path) => {
      const { status, json } = await send('POST', '/eval/run', { target: target(), ...fields });
      expect([status, json.fields?.[0]?.path]).toEqual([400, path]);
    });
  },
  { TOOL_PRIVATE_ADDRESSES: 'true' },
);
