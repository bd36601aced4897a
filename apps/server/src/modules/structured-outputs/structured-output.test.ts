import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';

const schema = { type: 'string' };
const FORM = { name: 'topic', description: 'What it was about.', schema };

describeWithServer('structured outputs', (server) => {
  const path = '/structured-output';
  const send = async (method: string, to: string, body?: unknown) =>
    (await server().send(method, to, body === undefined ? {} : { body })).json;
  const create = async (form: object = {}) => {
    const answer = await server().send('POST', path, { body: { ...FORM, ...form } });
    expect(answer.status, JSON.stringify(answer.json)).toBe(201);
    return answer.json;
  };
  const refused = async (method: string, to: string, body?: object) => {
    const { status, json } = await server().send(method, to, body === undefined ? {} : { body });
    return [status, json.fields?.map((field: { path: string }) => field.path) ?? json.code];
  };

  it('are of the type ai unless they say otherwise, and keep what a client knows besides', async () => {
    const made = await create({ metadata: { team: 'desk' } });
    expect(made).toMatchObject({ ...FORM, type: 'ai', metadata: { team: 'desk' } });
    expect(await send('GET', `${path}/${made.id}`)).toEqual({ ...made, warnings: undefined });
  });

  it('are found by name and id', async () => {
    const { id } = await create({ name: 'by name' });
    await create();
    for (const query of [`name=by%20name`, `id=${id}`, `id=${id}&page=1&sortBy=createdAt`]) {
      const { results, metadata } = await send('GET', `${path}?${query}`);
      expect(results.map((one: { id: string }) => one.id)).toEqual([id]);
      expect(metadata).toMatchObject({ totalItems: 1, currentPage: 1 });
    }
  });

  it('keep the type of their schema unless that is meant', async () => {
    const { id } = await create();
    const change = { schema: { type: 'string', enum: ['fees', 'visit'] } };
    expect((await send('PATCH', `${path}/${id}`, change)).schema).toEqual(change.schema);
    const other = { schema: { type: 'number' } };
    for (const query of ['', '?schemaOverride=false'])
      expect(await refused('PATCH', `${path}/${id}${query}`, other)).toEqual([
        400,
        ['schema.type'],
      ]);
    const changed = await send('PATCH', `${path}/${id}?schemaOverride=true`, other);
    expect(changed.schema).toEqual({ type: 'number' });
  });

  it('lose their conditions by null', async () => {
    const { id } = await create({ conditions: [{ type: 'minMessages', count: 3 }] });
    const changed = await send('PATCH', `${path}/${id}`, { conditions: null });
    expect(changed).not.toHaveProperty('conditions');
  });

  it.each([
    ['a schema that is none', { schema: { type: 'no' } }, 'schema'],
    ['a regex that is missing', { type: 'regex' }, 'regex'],
    ['a regex that is none', { type: 'regex', regex: '(' }, 'regex'],
    ['a regex of too many steps', { type: 'regex', regex: '(a{100}){100}' }, 'regex'],
    ['a flag that is none', { type: 'regex', regex: '/a/q' }, 'regex'],
    [
      'an object of a regex',
      { type: 'regex', regex: 'a', schema: { type: 'object' } },
      'schema.type',
    ],
    ['a model that is none', { model: 7 }, 'model'],
    [
      'a condition that is none',
      { conditions: [{ type: 'maxMessages', count: 1 }] },
      'conditions.0.type',
    ],
    ['an assistant that is missing', { assistantIds: [randomUUID()] }, 'assistantIds.0'],
    ['a workflow that is missing', { workflowIds: [randomUUID()] }, 'workflowIds.0'],
  ])('are refused with %s', async (_, form, field) => {
    expect(await refused('POST', path, { ...FORM, ...form })).toEqual([400, [field]]);
  });

  it('become regexes only with all that takes', async () => {
    const { id } = await create();
    expect(await refused('PATCH', `${path}/${id}`, { type: 'regex' })).toEqual([400, ['regex']]);
    const regex = { type: 'regex', regex: 'fees' };
    expect(await send('PATCH', `${path}/${id}`, regex)).toMatchObject(regex);
    expect(await refused('PATCH', `${path}/${id}`, { regex: '(' })).toEqual([400, ['regex']]);
  });

  it('name what they cannot do here', async () => {
    const paths = async (form: object) =>
      ((await create(form)).warnings ?? []).map((warning: { path: string }) => warning.path);
    // This server has no language model.
    expect(await paths({})).toEqual(['model']);
    expect(await paths({ type: 'regex', regex: 'fees' })).toEqual([]);
    expect(
      await paths({
        model: {
          provider: 'openai',
          model: 'gpt-4.1',
          messages: [{ role: 'user', content: 'What is {{structuredOutput.name}}?' }],
          thinking: { type: 'enabled' },
        },
        compliancePlan: { forceStoreOnHipaaEnabled: true },
        regex: 'fees',
      }),
    ).toEqual([
      'model.provider',
      'model.messages',
      'regex',
      'compliancePlan.forceStoreOnHipaaEnabled',
      'model.thinking',
    ]);
  });

  it('are not deleted while an assistant names them', async () => {
    const { id } = await create();
    const assistant = await send('POST', '/assistant', {
      name: 'Ada',
      artifactPlan: { structuredOutputIds: [id] },
    });
    const answer = await server().send('DELETE', `${path}/${id}`);
    expect([answer.status, answer.json.code]).toEqual([409, 'conflict']);
    expect(answer.json.message).toContain(`assistant Ada (${assistant.id})`);
    await send('PATCH', `/assistant/${assistant.id}`, { artifactPlan: {} });
    expect((await server().send('DELETE', `${path}/${id}`)).status).toBe(200);
  });

  it('forget an assistant and a workflow that are deleted', async () => {
    const { id: assistantId } = await send('POST', '/assistant', { name: 'Ada' });
    const { id: kept } = await send('POST', '/assistant', { name: 'Bea' });
    const { id: workflowId } = await send('POST', '/workflow', {
      name: 'Desk',
      nodes: [{ type: 'conversation', name: 'hello', isStart: true, prompt: 'Greet.' }],
      edges: [],
    });
    const { id } = await create({ assistantIds: [assistantId, kept], workflowIds: [workflowId] });
    expect((await server().send('DELETE', `/assistant/${assistantId}`)).status).toBe(200);
    expect((await server().send('DELETE', `/workflow/${workflowId}`)).status).toBe(200);
    const left = { assistantIds: [kept], workflowIds: [] };
    expect(await send('GET', `${path}/${id}`)).toMatchObject(left);
  });

  it('are warned of where they are not there, and must be whole where they are brought along', async () => {
    const body = (artifactPlan: object) => ({ name: 'Ada', artifactPlan });
    const missing = { structuredOutputIds: [randomUUID()] };
    const named = await send('POST', '/assistant', body(missing));
    expect(named.warnings).toMatchObject([{ path: 'artifactPlan.structuredOutputIds.0' }]);
    const own = { structuredOutputs: [FORM, { ...FORM, type: 'regex' }] };
    expect(await refused('POST', '/assistant', body(own))).toEqual([
      400,
      ['artifactPlan.structuredOutputs.1.regex'],
    ]);
    const made = await send('POST', '/assistant', body({ structuredOutputs: [FORM] }));
    expect(made.warnings).toMatchObject([{ path: 'artifactPlan.structuredOutputs.0.model' }]);
  });
});

describeWithServer(
  'structured outputs of a strict server',
  (server) => {
    it('are refused where their model cannot be reached', async () => {
      const model = { provider: 'google', model: 'gemini-2.5-flash' };
      const { status, json } = await server().send('POST', '/structured-output', {
        body: { ...FORM, model },
      });
      expect([status, json.fields[0].path]).toEqual([400, 'model.provider']);
    });
  },
  { STRICT_PROVIDERS: 'true' },
);
