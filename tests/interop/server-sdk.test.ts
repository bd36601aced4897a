import { VapiClient } from '@vapi-ai/server-sdk';
import { describe, expect, it } from 'vitest';
import { sharedKindling } from '../support/server/shared-kindling.ts';
import { privateToken, startWebCall } from '../support/server/stored-calls.ts';

/** The published server library, unmodified, walks every operation it has. */

const MISSING = '00000000-0000-4000-8000-000000000000';
const kindling = sharedKindling();
const token = privateToken(kindling.dataFolder);
const client = new VapiClient({ token, environment: kindling.url });

/** How a refusal reaches its users: an error with the status and the body of the answer. */
const refused = (promise: PromiseLike<unknown>) =>
  Promise.resolve(promise).then(
    () => expect.fail('it was carried out'),
    ({ statusCode, body }: { statusCode: number; body: { code: string } }) => [
      statusCode,
      body.code,
    ],
  );

interface Entity {
  readonly id: string;
  readonly orgId?: string;
}
interface Crud {
  create(form: object): PromiseLike<Entity>;
  list(): PromiseLike<readonly unknown[] | { readonly results: readonly unknown[] }>;
  get(id: string): PromiseLike<unknown>;
  update(id: string, form: object): PromiseLike<unknown>;
  delete(id: string): PromiseLike<unknown>;
}

const resources: readonly {
  readonly name: string;
  readonly of: (client: VapiClient) => Crud;
  readonly form: object;
  readonly change: object;
}[] = [
  {
    name: 'assistants',
    of: ({ assistants }) => assistants as unknown as Crud,
    form: { name: 'Ada', firstMessage: 'Hello.', firstMessageMode: 'assistant-speaks-first' },
    change: { name: 'Bea' },
  },
  {
    name: 'squads',
    of: ({ squads }) => squads as unknown as Crud,
    form: { name: 'Front desk', members: [{ assistant: { name: 'Ada', firstMessage: 'Hi.' } }] },
    change: { name: 'Desk', members: [{ assistant: { name: 'Bea', firstMessage: 'Hi.' } }] },
  },
  {
    name: 'tools',
    of: ({ tools }) => tools as unknown as Crud,
    form: {
      type: 'function',
      function: {
        name: 'lookup',
        description: 'Looks a pupil up.',
        parameters: { type: 'object', properties: { name: { type: 'string' } } },
      },
      server: { url: 'https://school.example/lookup' },
    },
    change: { type: 'function', async: false },
  },
  {
    name: 'knowledge bases',
    of: ({ knowledgeBases }) => knowledgeBases as unknown as Crud,
    form: {
      provider: 'custom-knowledge-base',
      server: { url: 'https://school.example/search' },
    },
    change: { server: { url: 'https://school.example/find' } },
  },
  {
    name: 'sessions',
    of: ({ sessions }) => sessions as unknown as Crud,
    form: { name: 'Monday' },
    change: { name: 'Tuesday', status: 'completed' },
  },
  {
    name: 'phone numbers',
    of: ({ phoneNumbers }) => phoneNumbers as unknown as Crud,
    form: { provider: 'vapi', name: 'Desk', sipUri: 'sip:desk-1@sip.school.example' },
    change: { provider: 'vapi', name: 'Front desk' },
  },
  {
    name: 'test suites',
    of: ({ testSuites }) => ({
      create: (form) => testSuites.testSuiteControllerCreate(form as never),
      list: () => testSuites.testSuiteControllerFindAllPaginated(),
      get: (id) => testSuites.testSuiteControllerFindOne(id),
      update: (id, form) => testSuites.testSuiteControllerUpdate(id, form),
      delete: (id) => testSuites.testSuiteControllerRemove(id),
    }),
    form: { name: 'Manners' },
    change: { name: 'Good manners' },
  },
  {
    name: 'workflows',
    of: ({ workflow }) => ({
      create: (form) => workflow.workflowControllerCreate(form as never),
      list: () => workflow.workflowControllerFindAll(),
      get: (id) => workflow.workflowControllerFindOne(id),
      update: (id, form) => workflow.workflowControllerUpdate(id, form),
      delete: (id) => workflow.workflowControllerDelete(id),
    }),
    form: {
      name: 'Welcome',
      nodes: [{ type: 'conversation', name: 'hello', isStart: true, prompt: 'Greet.' }],
      edges: [],
    },
    change: { name: 'Welcome all' },
  },
];

describe.each(resources)('$name', ({ of, form, change }) => {
  it('are created, read, listed, changed and deleted', async () => {
    const crud = of(client);
    const made = await crud.create(form);
    expect(made).toMatchObject(form);
    expect(await crud.get(made.id)).toMatchObject({ id: made.id });
    const answer = await crud.list();
    const listed = Array.isArray(answer) ? answer : (answer as { results: unknown[] }).results;
    expect(listed.map((one) => (one as Entity).id)).toContain(made.id);
    expect(await crud.update(made.id, change)).toMatchObject({ ...change, id: made.id });
    await crud.delete(made.id);
    expect(await refused(crud.get(made.id))).toEqual([404, 'not_found']);
  });

  it('are refused where they are missing', async () => {
    const crud = of(client);
    expect(await refused(crud.get(MISSING))).toEqual([404, 'not_found']);
    expect(await refused(crud.update(MISSING, change))).toEqual([404, 'not_found']);
    expect(await refused(crud.delete(MISSING))).toEqual([404, 'not_found']);
  });
});

it('files are uploaded, read, renamed and deleted', async () => {
  const text = new File(['Kindling opens at nine.'], 'hours.txt', { type: 'text/plain' });
  const file = await client.files.create(text);
  expect(file).toMatchObject({ originalName: 'hours.txt' });
  expect((await client.files.list()).map(({ id }) => id)).toContain(file.id);
  expect(await client.files.get(file.id)).toMatchObject({ id: file.id });
  expect(await client.files.update(file.id, { name: 'Opening hours' })).toMatchObject({
    name: 'Opening hours',
  });
  await client.files.delete(file.id);
  expect(await refused(client.files.get(file.id))).toEqual([404, 'not_found']);
});

it('tests and runs of a suite', async () => {
  const assistant = await client.assistants.create({ name: 'Ada', firstMessage: 'Hi.' });
  const suite = await client.testSuites.testSuiteControllerCreate({
    ...{ name: 'Manners', targetPlan: { assistantId: assistant.id } },
  });
  const { testSuiteTests: tests, testSuiteRuns: runs } = client;
  const made = (await tests.testSuiteTestControllerCreate(suite.id, {
    type: 'chat',
    script: 'Say hello.',
    scorers: [{ type: 'ai', rubric: 'It greets.' }],
  })) as Entity;
  expect(await tests.testSuiteTestControllerFindOne(suite.id, made.id)).toMatchObject(made);
  const listed = await tests.testSuiteTestControllerFindAllPaginated(suite.id);
  expect(listed.results).toHaveLength(1);
  await tests.testSuiteTestControllerUpdate(suite.id, made.id, { type: 'chat', name: 'Hello' });
  const run = await runs.testSuiteRunControllerCreate(suite.id, { name: 'First' });
  expect(await runs.testSuiteRunControllerFindOne(suite.id, run.id)).toMatchObject({ id: run.id });
  const all = await runs.testSuiteRunControllerFindAllPaginated(suite.id);
  expect(all.results).toHaveLength(1);
  await runs.testSuiteRunControllerUpdate(suite.id, run.id, { name: 'Once' });
  await runs.testSuiteRunControllerRemove(suite.id, run.id);
  await tests.testSuiteTestControllerRemove(suite.id, made.id);
  await client.testSuites.testSuiteControllerRemove(suite.id);
});

it('chats answer, go on, and are sent as a response of the OpenAI kind', async () => {
  const assistant = await client.assistants.create({
    name: 'Ada',
    model: { provider: 'kindling', model: 'guide' } as never,
  });
  const first = (await client.chats.create({
    assistantId: assistant.id,
    input: 'What is Kindling?',
  })) as { id: string; output: { role: string; content: string }[] };
  expect(first.output[0]?.content.length).toBeGreaterThan(10);
  const second = (await client.chats.create({
    assistantId: assistant.id,
    previousChatId: first.id,
    input: 'What does it cost?',
  })) as Entity;
  expect(await client.chats.get(second.id)).toMatchObject({ id: second.id });
  expect((await client.chats.list()).results.length).toBeGreaterThanOrEqual(2);
  const response = await client.chats.createResponse({
    assistantId: assistant.id,
    input: 'What is Kindling?',
    stream: false,
  });
  expect(response).toMatchObject({ object: 'response', status: 'completed' });
  await client.chats.delete(second.id);
  expect(await refused(client.chats.get(second.id))).toEqual([404, 'not_found']);
});

it('calls are listed, read, renamed and deleted; telephony is refused clearly', async () => {
  const assistant = await client.assistants.create({ name: 'Ada', firstMessage: 'Hi.' });
  const { id } = await startWebCall(kindling, { assistantId: assistant.id });
  expect((await client.calls.list()).map((call) => call.id)).toContain(id);
  expect(await client.calls.get(id)).toMatchObject({ id, type: 'webCall' });
  expect(await client.calls.update(id, { name: 'First' })).toMatchObject({ name: 'First' });
  await client.calls.delete(id);
  expect(await refused(client.calls.get(id))).toEqual([404, 'not_found']);
  const dial = client.calls.create({
    assistantId: assistant.id,
    phoneNumberId: MISSING,
    customer: { number: '+12025550123' },
  });
  expect(await refused(dial)).toEqual([409, 'not_configured']);
});

it('analytics and logs', async () => {
  const [result] = await client.analytics.get({
    queries: [{ table: 'call', name: 'calls', operations: [{ operation: 'count', column: 'id' }] }],
  });
  expect(result).toMatchObject({ name: 'calls' });
  const logs = await client.logs.get();
  expect(Array.isArray(logs.data)).toBe(true);
  await client.logs.loggingControllerLogsDeleteQuery();
});

it('a wrong key is refused as its users expect it', async () => {
  const stranger = new VapiClient({ token: 'kd_prv_wrong', environment: kindling.url });
  expect(await refused(stranger.assistants.list())).toEqual([401, 'unauthenticated']);
});
