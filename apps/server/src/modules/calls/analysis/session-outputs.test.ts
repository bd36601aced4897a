import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWithServer } from '../../../../testing/databases/describe-databases.ts';
import { forgetTranscripts } from '../../retention/forget-transcripts.ts';

const ASKS = {
  name: 'asks for fees',
  type: 'regex',
  regex: 'User: .*fees',
  schema: { type: 'boolean' },
};

describeWithServer('what is taken down of a session', (server, database) => {
  beforeAll(() => server().jobs.start());
  afterAll(() => server().jobs.close());
  const send = async (method: string, path: string, body?: object) => {
    const answer = await server().send(method, path, body === undefined ? {} : { body });
    expect(answer.status, JSON.stringify(answer.json)).toBeLessThan(300);
    return answer.json;
  };
  const messages = [
    { role: 'user', content: 'What are the fees?' },
    { role: 'assistant', content: 'They are on the website.' },
  ];
  const complete = async (form: object) => {
    const { id } = await send('POST', '/session', { messages, ...form });
    const path = `/session/${id}`;
    const completed = await send('PATCH', path, { status: 'completed' });
    expect(completed.status).toBe('completed');
    await server().jobs.settled();
    return path;
  };
  const found = (result: boolean) => ({
    artifact: {
      structuredOutputs: expect.objectContaining({}),
      structuredOutputsLastUpdatedAt: expect.any(String),
    },
    results: [{ name: ASKS.name, result }],
  });
  const read = async (path: string) => {
    const { artifact } = await send('GET', path);
    return { artifact, results: Object.values(artifact?.structuredOutputs ?? {}) };
  };

  it('stands in its artifact once it is completed, and anew when it is completed again', async () => {
    const output = await send('POST', '/structured-output', ASKS);
    const assistant = await send('POST', '/assistant', {
      name: 'Ada',
      artifactPlan: { structuredOutputIds: [output.id] },
    });
    const path = await complete({ assistantId: assistant.id });
    expect(await read(path)).toEqual(found(true));
    await send('PATCH', path, { status: 'active', messages: [...messages].reverse() });
    await send('PATCH', `/structured-output/${output.id}`, { regex: 'camels' });
    await send('PATCH', path, { status: 'completed' });
    await server().jobs.settled();
    expect(await read(path)).toEqual(found(false));
  });

  it('stands there when its time is over, however often that was put off', async () => {
    const { clock, jobs } = server();
    const assistant = { artifactPlan: { structuredOutputs: [ASKS] } };
    const form = { assistant, messages, expirationSeconds: 60 };
    const path = `/session/${(await send('POST', '/session', form)).id}`;
    await send('PATCH', path, { expirationSeconds: 100 });
    const pass = async (seconds: number) => {
      clock.advance(seconds * 1_000);
      jobs.wake();
      await jobs.settled();
      return (await read(path)).results;
    };
    expect(await pass(61)).toEqual([]);
    expect(await pass(38)).toEqual([]);
    expect(await pass(2)).toEqual(found(true).results);
    expect(await send('GET', path)).toMatchObject({ status: 'completed' });
  });

  it('stands there when the time of one is over that a chat began', async () => {
    const { clock, jobs } = server();
    const { id } = await send('POST', '/assistant', {
      name: 'Ada',
      artifactPlan: { structuredOutputs: [ASKS] },
    });
    const key = await server().addToken({
      kind: 'public',
      name: 'page',
      allowedAssistantIds: [id],
    });
    const body = { assistantId: id, input: 'What are the fees?' };
    server().parts.model.reply('They are on the website.');
    const { json } = await server().send('POST', '/chat/web', { body, key });
    clock.advance(86_401_000);
    jobs.wake();
    await jobs.settled();
    expect(await read(`/session/${json.sessionId}`)).toEqual(found(true));
  });

  it('is what a squad, a workflow and an assistant of its own name', async () => {
    const artifactPlan = { structuredOutputs: [ASKS] };
    const silent = { assistant: { name: 'Bo', artifactPlan: { structuredOutputs: [] } } };
    const nodes = [{ type: 'conversation', name: 'hello', isStart: true, prompt: 'Greet.' }];
    const workflow = await send('POST', '/workflow', { name: 'Desk', nodes, edges: [] });
    await send('POST', '/structured-output', { ...ASKS, workflowIds: [workflow.id] });
    const named = { name: 'Ada', artifactPlan };
    const squad = await send('POST', '/squad', { members: [{ assistant: named }, silent] });
    for (const form of [{ assistant: named }, { squadId: squad.id }, { workflowId: workflow.id }])
      expect(await read(await complete(form))).toEqual(found(true));
    const other = await complete({ squad: { members: [silent, { assistant: named }] } });
    expect((await read(other)).results).toEqual([]);
  });

  it('is nothing where nothing may be kept, and goes with the words', async () => {
    const named = { artifactPlan: { structuredOutputs: [ASKS] } };
    const assistant = { ...named, compliancePlan: { hipaaEnabled: true } };
    expect((await read(await complete({ assistant }))).results).toEqual([]);

    const emptied = await complete({ assistant: named });
    expect((await read(emptied)).results).toHaveLength(1);
    await send('PATCH', emptied, { messages: [] });
    expect((await send('GET', emptied)).artifact).toBeUndefined();

    const old = await complete({ assistant: named });
    const instant = new Date(Date.now() + 86_400_000 * 365 * 20);
    const { signal } = new AbortController();
    await forgetTranscripts(database().db, { orgId: server().orgId, instant, signal });
    expect(await send('GET', old)).toMatchObject({ messages: [] });
    expect((await send('GET', old)).artifact).toBeUndefined();
  });

  it('is not for its maker to write', async () => {
    const { id } = await send('POST', '/session', {
      messages,
      artifact: { structuredOutputs: {} },
    });
    expect((await send('GET', `/session/${id}`)).artifact).toBeUndefined();
  });
});
