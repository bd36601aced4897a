import { randomUUID } from 'node:crypto';
import { ERROR_STATUS, workflowSchema } from '@kindling/protocol';
import { expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';

const node = (name: string, more: object = {}) => ({ type: 'conversation', name, ...more });
const edge = (from: string, to: string, prompt?: string) => ({
  from,
  to,
  ...(prompt === undefined ? {} : { condition: { type: 'ai', prompt } }),
});
const booking = () => ({
  name: 'Booking',
  globalPrompt: 'You work for {{school}}.',
  nodes: [
    node('ask', {
      isStart: true,
      prompt: 'Ask who calls.',
      messagePlan: { firstMessage: 'Who is calling {{school}}?' },
      variableExtractionPlan: {
        schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      },
    }),
    node('greet', { messagePlan: { firstMessage: 'Welcome, {{name}}.' } }),
    { type: 'hangup', name: 'over' },
  ],
  edges: [edge('ask', 'greet'), edge('greet', 'over', 'The caller says goodbye')],
});

describeWithServer('workflows', (server) => {
  const create = async (body: unknown = booking()) =>
    (await server().send('POST', '/workflow', { body })).json;

  it('creates, reads, lists, changes and deletes', async () => {
    const answer = await server().send('POST', '/workflow', { body: { ...booking(), note: [1] } });
    expect(answer.status).toBe(201);
    const { id } = workflowSchema.parse(answer.json);
    expect(answer.json).toMatchObject({ ...booking(), note: [1] });
    const { warnings, ...stored } = answer.json;
    expect(warnings).toMatchObject([{ path: 'note' }]);
    expect((await server().send('GET', `/workflow/${id}`)).json).toEqual(stored);
    expect((await server().send('GET', '/workflow?limit=1')).json).toEqual([stored]);
    const changed = await server().send('PATCH', `/workflow/${id}`, { body: { name: 'Other' } });
    expect(changed.json).toMatchObject({ ...booking(), name: 'Other' });
    expect((await server().send('DELETE', `/workflow/${id}`)).status).toBe(200);
    expect((await server().send('GET', `/workflow/${id}`)).status).toBe(404);
  });

  it.each([
    ['no node', { nodes: [], edges: [] }, 'nodes'],
    [
      'a schema that is none',
      { nodes: [node('a', { variableExtractionPlan: { schema: { properties: 7 } } })] },
      'nodes.0.variableExtractionPlan.schema',
    ],
    [
      'a schema of something else',
      { nodes: [node('a', { variableExtractionPlan: { schema: { type: 'string' } } })] },
      'nodes.0.variableExtractionPlan.schema',
    ],
    [
      'more ways out than models take',
      { nodes: [node('a'), node('b')], edges: Array.from({ length: 101 }, () => edge('a', 'b')) },
      'nodes.0',
    ],
  ])('refuses %s and names the field', async (_, part, path) => {
    const body = { ...booking(), edges: [], ...part };
    const answer = await server().send('POST', '/workflow', { body });
    expect([answer.status, answer.json.fields?.[0].path]).toEqual([400, path]);
  });

  it.each([
    ['a name twice', { nodes: [node('a'), node('a')] }, 'nodes.1.name'],
    ['an edge from nowhere', { edges: [edge('x', 'ask')] }, 'edges.0.from'],
    ['an edge to nowhere', { edges: [edge('ask', 'x')] }, 'edges.0.to'],
    [
      'two starts',
      { nodes: [node('a', { isStart: true }), node('b', { isStart: true })] },
      'nodes.1.isStart',
    ],
    ['a start that says nothing', { nodes: [{ type: 'hangup', name: 'a' }] }, 'nodes.0.type'],
    ['an unknown kind of node', { nodes: [{ type: 'dance', name: 'a' }] }, 'nodes.0.type'],
    [
      'what is refused of assistants in quotes',
      { compliancePlan: { hipaaEnabled: 'true' }, backgroundSound: 'a train' },
      'backgroundSound',
    ],
  ])('makes do with %s, names the field and starts', async (_, part, path) => {
    const body = { ...booking(), edges: [], ...part };
    const { status, json } = await server().send('POST', '/workflow', { body });
    expect(status).toBe(201);
    expect(json.warnings.map((one: { path: string }) => one.path)).toContain(path);
    const call = await server().send('POST', '/call/web', { body: { workflowId: json.id } });
    expect(call.status).toBe(201);
  });

  it('finds nodes by their ids', async () => {
    const nodes = [
      { type: 'conversation', id: 'one', systemPrompt: 'Ask.', firstMessage: 'Who is it?' },
      { type: 'conversation', id: '2', name: 'two', prompt: 'Answer.' },
    ];
    const body = { name: 'Ids', nodes, edges: [{ source: 'one', target: '2' }] };
    const { status, json } = await server().send('POST', '/workflow', { body });
    expect([status, json.warnings]).toEqual([201, undefined]);
    await server().send('POST', '/call/web', { body: { workflowId: json.id } });
    await server().parts.media.last().join({ sdp: 'v=0' });
    const { settings, tools } = server().parts.conversations.last().options;
    expect(settings.firstMessage).toBe('Who is it?');
    expect(tools?.definitions).toHaveLength(1);
  });

  it('refuses what protects a person and cannot be read', async () => {
    const body = { ...booking(), compliancePlan: { hipaaEnabled: 'perhaps' } };
    const answer = await server().send('POST', '/workflow', { body });
    expect([answer.status, answer.json.fields[0].path]).toEqual([
      ...[400, 'compliancePlan.hipaaEnabled'],
    ]);
  });

  it('stores nodes of other kinds, names them, and starts', async () => {
    const body = {
      name: 'Older',
      nodes: [
        { type: 'start', name: 'begin' },
        { type: 'say', name: 'hello', exact: 'Good day.' },
        {
          ...{ type: 'apiRequest', name: 'ask', url: 'https://school.example/ask', method: 'POST' },
          body: { level: '{{level}}' },
        },
        { type: 'teleport', name: 'away' },
        { type: 'tool', name: 'lost' },
        { type: 'end', name: 'over' },
      ],
      edges: [
        edge('begin', 'hello'),
        edge('hello', 'ask'),
        edge('ask', 'away'),
        { ...edge('ask', 'over'), condition: { type: 'failed' } },
        edge('away', 'lost'),
        edge('lost', 'over'),
      ],
    };
    const { status, json } = await server().send('POST', '/workflow', { body });
    expect(json.warnings?.map(({ path }: { path: string }) => path)).toEqual([
      ...['nodes.1.type', 'nodes.2.type', 'nodes.3.type', 'nodes.4.toolId', 'nodes.5.type'],
      'edges.3.condition',
    ]);
    expect([status, json]).toMatchObject([201, body]);
    const call = await server().send('POST', '/call/web', { body: { workflowId: json.id } });
    expect(call.status, JSON.stringify(call.json)).toBe(201);
    await server().parts.media.last().join({ sdp: 'v=0' });
    const { settings } = server().parts.conversations.last().options;
    expect(settings.firstMessage).toBe('Good day.');
  });

  it('takes down what a list names', async () => {
    const output = [{ title: 'size', type: 'number', description: 'Of the class.' }];
    const nodes = [node('a', { variableExtractionPlan: { output } }), node('b')];
    const body = { name: 'List', nodes, edges: [edge('a', 'b')] };
    const { id } = await create(body);
    const call = await server().send('POST', '/call/web', { body: { workflowId: id } });
    expect(call.status).toBe(201);
    await server().parts.media.last().join({ sdp: 'v=0' });
    const { tools } = server().parts.conversations.last().options;
    expect(tools?.definitions[0]?.parameters).toMatchObject({
      properties: { size: { type: 'number', description: 'Of the class.' } },
    });
  });

  it('leaves out an edge without its node after a change', async () => {
    const { id } = await create();
    const body = { nodes: booking().nodes.slice(0, 2) };
    const answer = await server().send('PATCH', `/workflow/${id}`, { body });
    expect([answer.status, answer.json.warnings[0].path]).toEqual([200, 'edges.1.to']);
  });

  it('says what drafting needs where there is no model', async () => {
    const answer = await server().send('POST', '/workflow/generate', { body: { toolIds: [] } });
    expect([answer.status, answer.json.code]).toEqual([
      ...[ERROR_STATUS.not_configured, 'not_configured'],
    ]);
    expect(answer.json.message).toContain('LLM_BASE_URL');
    const wrong = await server().send('POST', '/workflow/generate', { body: { toolIds: ['x'] } });
    expect([wrong.status, wrong.json.fields[0].path]).toEqual([400, 'toolIds.0']);
  });

  const rows = [
    ['POST', '/workflow'],
    ['POST', '/workflow/generate'],
    ['GET', '/workflow'],
    ['GET', `/workflow/${randomUUID()}`],
    ['PATCH', `/workflow/${randomUUID()}`],
    ['DELETE', `/workflow/${randomUUID()}`],
  ] as const;

  it.each(rows)('%s %s needs a key, and not a public one', async (method, path) => {
    expect((await server().send(method, path, { key: null })).status).toBe(401);
    expect((await server().send(method, path, { key: server().publicKey })).status).toBe(403);
  });

  it.each(rows.slice(3))('%s %s answers 404 for what is missing', async (method, path) => {
    const body = method === 'PATCH' ? { name: 'Other' } : undefined;
    expect((await server().send(method, path, { body })).status).toBe(404);
  });
});

describeWithServer('calls with a workflow', (server) => {
  const start = (body: object, key = server().privateKey) =>
    server().send('POST', '/call/web', { key, body });

  it('walk from node to node and leave what was taken down with the call', async () => {
    const { id } = (await server().send('POST', '/workflow', { body: booking() })).json;
    const workflowOverrides = { variableValues: { school: 'Elm' } };
    const answer = await start({ workflowId: id, workflowOverrides });
    expect(answer.status).toBe(201);
    await server().parts.media.last().join({ sdp: 'v=0' });
    const conversation = server().parts.conversations.last();
    const { settings, node: at, tools, handOff } = conversation.options;
    expect(at).toEqual({ name: 'ask', type: 'conversation' });
    expect(settings.firstMessage).toBe('Who is calling Elm?');
    expect(settings.systemPrompt).toContain('You work for Elm.');
    const run = (name: string) =>
      tools?.run(
        {
          type: 'tool-call',
          id: 'call_1',
          name: 'go_to_greet',
          arguments: JSON.stringify({ name }),
        },
        { signal: new AbortController().signal, messages: [], onSay: () => {} },
      );
    expect(await run('')).toMatchObject({ failed: true, content: expect.stringContaining('name') });
    const result = await run('Ada');
    const effect = result?.effect;
    const handoff = effect?.type === 'handoff' ? handOff?.(effect.destination) : null;
    expect(handoff?.to).toMatchObject({
      settings: { firstMessage: 'Welcome, Ada.' },
      node: { name: 'greet', type: 'conversation' },
    });
    conversation.endItself('assistant-ended-call');
    await server().live.closeAll('manually-canceled');
    const call = (await server().send('GET', `/call/${answer.json.id}`)).json;
    expect(call.workflowId).toBe(id);
    expect(call.artifact.variables).toEqual({ name: 'Ada' });
    expect(call.artifact.nodes).toEqual([
      { nodeName: 'ask', variables: { name: 'Ada' } },
      { nodeName: 'greet', variables: {} },
    ]);
  });
});

describeWithServer('tools of a node', (server) => {
  it('are there at that node alone, beside those of the model', async () => {
    const tool = (name: string) => ({ type: 'function', function: { name } });
    const { id } = (await server().send('POST', '/tool', { body: tool('stored') })).json;
    const workflow = {
      name: 'Desk',
      model: { provider: 'kindling', tools: [tool('shared')] },
      nodes: [node('a', { tools: [tool('own')], toolIds: [id] }), node('b')],
      edges: [edge('a', 'b')],
    };
    const made = await server().send('POST', '/workflow', { body: workflow });
    expect([made.status, made.json.warnings]).toEqual([201, undefined]);
    const body = { workflowId: made.json.id };
    expect((await server().send('POST', '/call/web', { body })).status).toBe(201);
    await server().parts.media.last().join({ sdp: 'v=0' });
    const { tools, handOff } = server().parts.conversations.last().options;
    const namesOf = (of: typeof tools) => of?.definitions.map(({ name }) => name);
    expect(namesOf(tools)).toEqual(['go_to_b', 'shared', 'own', 'stored']);
    expect(namesOf(handOff?.('b')?.to.tools)).toEqual(['shared']);
  });
});

describeWithServer('starting workflows', (server) => {
  it('refuses what is missing, what cannot run, and a key for certain assistants', async () => {
    const start = (body: object, key = server().privateKey) =>
      server().send('POST', '/call/web', { key, body });
    expect((await start({ workflowId: randomUUID() })).status).toBe(404);
    const loose = { ...booking(), edges: [edge('ask', 'nowhere')] };
    const made = await start({ workflow: loose });
    expect([made.status, made.json.warnings[0].path]).toEqual([201, 'workflow.edges.0.to']);
    const answer = await start({ workflow: { ...booking(), nodes: [] } });
    expect([answer.status, answer.json.fields[0].path]).toEqual([400, 'workflow.nodes']);
    const { id } = (await server().send('POST', '/workflow', { body: booking() })).json;
    const codes = [
      (await start({ workflowId: id }, server().publicKey)).json.code,
      (await start({ workflow: booking() }, server().publicKey)).json.code,
    ];
    expect(codes).toEqual(['assistant_not_allowed', 'assistant_not_allowed']);
    const open = await server().addToken({ kind: 'public', name: 'open' });
    expect((await start({ workflowId: id }, open)).status).toBe(201);
  });

  it('runs in writing, from chat to chat, without a language model', async () => {
    const first = await server().send('POST', '/chat', {
      body: { workflow: booking(), input: 'My name is Ada.' },
    });
    expect(first.status).toBe(201);
    expect(first.json.output.at(-1).content).toBe('Welcome, Ada.');
    const second = await server().send('POST', '/chat', {
      body: { previousChatId: first.json.id, input: 'Goodbye!' },
    });
    expect(second.status).toBe(201);
    expect(JSON.stringify(second.json.output)).toContain('go_to_over');
  });
});
