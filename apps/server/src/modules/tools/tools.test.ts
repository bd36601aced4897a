import type { ToolCreate } from '@kindling/protocol';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { answerWith, createToolKit, KIT_SECRET } from '../../../testing/kits/tool-kit.ts';
import type { Reply } from '../../../testing/receivers/test-receiver.ts';
import { isSigned, SIGNATURE_HEADER } from '../../platform/http-client/sign-request.ts';

const kit = await createToolKit();
const { clock, logged, receiver, said, toolbox, use, weather } = kit;
afterAll(kit.close);
beforeEach(kit.reset);
const KIEL = { place: 'Kiel' };

describe('a function', () => {
  it('asks its server, signed, and answers its result', async () => {
    const { result } = await use({ tool: weather(), args: KIEL });
    expect(result).toEqual({
      toolCallId: 'c1',
      name: 'weather',
      content: '21 degrees',
      failed: false,
    });
    const [{ url, headers, body }] = receiver.received as [(typeof receiver.received)[number]];
    expect(url).toBe('/weather');
    const signature = String(headers[SIGNATURE_HEADER]);
    expect(isSigned(KIT_SECRET, body, signature, { now: clock.now(), tolerance: 0 })).toBe(true);
    expect(JSON.parse(body).message).toMatchObject({
      type: 'tool-calls',
      call: { id: 'call' },
      toolCallList: [{ id: 'c1', function: { name: 'weather', arguments: JSON.stringify(KIEL) } }],
      artifact: { messagesOpenAIFormatted: [{ role: 'user', content: 'How warm is it?' }] },
    });
    // Where it is asked, and with which key, is nobody else's business.
    expect(body).not.toContain('server');
    expect(logged).toMatchObject([{ webhookType: 'tool-calls', requestHttpCode: 200 }]);
  });

  it.each([
    ['{"place":7}', 'arguments/place must be string'],
    ['{}', "must have required property 'place'"],
    ['{"place":', 'must be one JSON object'],
    ['[1]', 'must be one JSON object'],
  ])('is not asked with %s', async (args, message) => {
    const { result } = await use({ tool: weather(), args });
    expect(result).toMatchObject({ failed: true, content: expect.stringContaining(message) });
    expect(receiver.received).toEqual([]);
  });

  it("runs at the assistant's server, else the organisation's", async () => {
    const tool = weather({ server: undefined });
    await use({ tool, args: KIEL, assistant: { server: { url: `${receiver.url}/own` } } });
    await use({ tool, args: KIEL });
    expect(receiver.received.map(({ url }) => url)).toEqual(['/own', '/org']);
  });

  it.each([
    [500, 'answered 500'],
    [302, 'sends on to another address'],
    [{ body: 'no json' }, 'must answer {"results"'],
    [{ body: '{"error":"closed today"}' }, 'closed today'],
    [{ body: '{"results":[]}' }, 'no result'],
    [{ body: '{"results":[{"toolCallId":"c1","error":{"code":7}}]}' }, '{"code":7}'],
  ] as const)('fails clearly when its server answers %j', async (reply, content) => {
    receiver.reply = () => reply;
    const { result } = await use({ tool: weather(), args: KIEL });
    expect(result).toMatchObject({ failed: true, content: expect.stringContaining(content) });
  });

  it('is not asked on this machine unless that is allowed', async () => {
    const { result } = await use({ tool: weather(), args: KIEL, allowPrivate: false });
    expect(result).toMatchObject({
      failed: true,
      content: 'The request failed: its server is not on the open internet.',
    });
    expect(receiver.received).toEqual([]);
    expect(logged[0]?.error).toContain('open internet');
  });

  it('is asked again as its plan says', async () => {
    receiver.reply = (one) =>
      receiver.received.length < 3 ? 503 : answerWith({ result: 'cold' })(one);
    const server = { url: receiver.url, backoffPlan: { maxRetries: 2, baseDelaySeconds: 0 } };
    const running = use({ tool: weather({ server }), args: KIEL });
    let over = false;
    void running.finally(() => {
      over = true;
    });
    while (!over) {
      clock.advance(0);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await running).result.content).toBe('cold');
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect([ids.length, new Set(ids).size, typeof ids[0]]).toEqual([3, 1, 'string']);
  });

  it('that is asynchronous is not waited for', async () => {
    receiver.reply = () => new Promise(() => {});
    const { result } = await use({ tool: weather({ async: true }), args: KIEL });
    expect(result).toMatchObject({ failed: false, content: expect.stringContaining('was sent') });
    await expect.poll(() => receiver.received).toHaveLength(1);
  });
});

describe('the words of a tool', () => {
  const says = (...messages: object[]) => weather({ messages });

  it('are said when it begins; those for these arguments go first', async () => {
    const forKiel = [{ operator: 'eq', param: 'place', value: 'Kiel' }];
    const tool = says(
      { type: 'request-start', content: 'I look it up.' },
      { type: 'request-start', content: 'Ah, {{place}}!', conditions: forKiel },
    );
    await use({ tool, args: KIEL });
    await use({ tool, args: { place: 'Bonn' } });
    expect(said).toEqual(['Ah, Kiel!', 'I look it up.']);
  });

  it('are said when it takes long', async () => {
    const answer = Promise.withResolvers<Reply>();
    receiver.reply = () => answer.promise;
    const delayed = { type: 'request-response-delayed', timingMilliseconds: 900 };
    const running = use({ tool: says({ ...delayed, content: 'Still there?' }), args: KIEL });
    while (receiver.received.length === 0) await new Promise((resolve) => setImmediate(resolve));
    clock.advance(899);
    expect(said).toEqual([]);
    clock.advance(1);
    expect(said).toEqual(['Still there?']);
    answer.resolve({ body: '{"results":[{"result":"warm"}]}' });
    expect((await running).result.content).toBe('warm');
  });

  it('are said instead of an answer, given to the model as a hint, or end the call', async () => {
    const complete = { type: 'request-complete', content: 'It is warm.' };
    expect((await use({ tool: says(complete), args: KIEL })).result).toMatchObject({
      content: '21 degrees',
      say: 'It is warm.',
    });
    const hint = { ...complete, role: 'system', content: 'Round it.' };
    const hinted = (await use({ tool: says(hint), args: KIEL })).result;
    expect([hinted.content, hinted.say]).toEqual(['21 degrees\n\nRound it.', undefined]);
    receiver.reply = () => 500;
    const goodbye = { type: 'request-failed', content: 'Bye.', endCallAfterSpokenEnabled: true };
    expect((await use({ tool: says(goodbye), args: KIEL })).result).toMatchObject({
      say: 'Bye.',
      effect: { type: 'end-call' },
    });
  });

  it('may come from the server', async () => {
    const message = { type: 'request-complete', content: 'Warm enough.' };
    receiver.reply = answerWith({ result: '21', message });
    expect((await use({ tool: weather(), args: KIEL })).result.say).toBe('Warm enough.');
  });
});

describe('an assistant', () => {
  it('uses stored tools, and none twice', async () => {
    const id = '6f4a3a0e-0000-4000-8000-000000000001';
    const stored = { [id]: { ...weather(), id, orgId: 'org' } };
    const model = { provider: 'openai', toolIds: [id] };
    const runner = await toolbox(true, stored).open({ model }, { orgId: 'org' });
    expect(runner?.definitions.map(({ name }) => name)).toEqual(['weather']);
    const twice = await toolbox(true, stored).open(
      { model: { ...model, tools: [weather()] } },
      { orgId: 'org', callId: 'call' },
    );
    expect(twice?.definitions.map(({ name }) => name)).toEqual(['weather']);
    expect(logged).toMatchObject([
      { callId: 'call', level: 'WARN', message: expect.stringMatching(/toolIds\.0: .*second/) },
    ]);
    expect(await toolbox().open({ model }, { orgId: 'org' })).toBeUndefined();
    expect(logged[1]?.message).toMatch(/toolIds\.0: There is no tool/);
  });

  it('without tools has no runner, and uses one with a broken schema without checking', async () => {
    expect(await toolbox().open({}, { orgId: 'org' })).toBeUndefined();
    const parameters = { type: 'object', properties: { a: { type: 'nonsense' } } };
    const tool = weather({ function: { name: 'x', parameters } });
    const { result, definition } = await use({ tool, args: { a: 7 } });
    expect(result.content).toBe('21 degrees');
    expect(definition?.parameters).toEqual({ type: 'object', properties: { a: {} } });
    expect(logged[0]?.message).toContain('assistant.model.tools.0.function.parameters');
  });

  it('calls two tools without names by two', async () => {
    const transfer = (assistantName: string): ToolCreate => ({
      type: 'transferCall',
      destinations: [{ type: 'assistant', assistantName }],
    });
    const model = { provider: 'openai', tools: [transfer('Ada'), transfer('Bea')] };
    const runner = await toolbox().open({ model }, { orgId: 'org' });
    expect(runner?.definitions.map(({ name }) => name)).toEqual([
      'transfer_call',
      'transfer_call_2',
    ]);
  });

  it.each([
    [{ $async: true }, '$async'],
    [{ properties: { a: { $ref: 'https://elsewhere.example/schema' } } }, 'resolve reference'],
    [{ description: 'x'.repeat(50_001) }, 'more than 50000 characters'],
  ])('is warned of a schema that cannot be checked: %#', async (schema, reason) => {
    const tool = weather({ function: { name: 'x', parameters: { type: 'object', ...schema } } });
    expect(await toolbox().faults(tool)).toMatchObject([
      { path: 'function.parameters', message: expect.stringContaining(reason) },
    ]);
    expect((await use({ tool })).result.failed).toBe(false);
    expect(logged[0]?.message).toContain(reason);
  });

  it('is not held up by a pattern that takes for ever', async () => {
    const properties = { place: { type: 'string', pattern: '^(a+)+$' } };
    const parameters = { type: 'object', properties } as const;
    const tool = weather({ function: { name: 'x', parameters } });
    const { result } = await use({ tool, args: { place: `${'a'.repeat(60)}!` } });
    expect(result.failed).toBe(false);
  });

  it('whose model asks for what is not there gets an error', async () => {
    const model = { provider: 'openai', tools: [weather()] };
    const runner = await toolbox().open({ model }, { orgId: 'org' });
    const result = await runner?.run(
      { type: 'tool-call', id: 'x', name: 'fly', arguments: '{}' },
      { signal: new AbortController().signal, messages: [], onSay: () => {} },
    );
    expect(result).toMatchObject({ failed: true, content: 'There is no tool named fly.' });
  });
});
