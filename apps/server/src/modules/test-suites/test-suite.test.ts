import {
  pageOf,
  testSuiteRunSchema,
  testSuiteSchema,
  testSuiteTestSchema,
} from '@kindling/protocol';
import { beforeAll, expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';
import { createSuiteKit, HOURS, TEST } from '../../../testing/kits/suite-kit.ts';
import { newestFirst } from '../../../testing/requests/newest-first.ts';

describeWithServer('test suites', (server) => {
  const kit = createSuiteKit(server);
  const { addTest, createSuite, finish, reply, send, settle, start } = kit;

  let elsewhere = { id: '', createdAt: '' };
  beforeAll(async () => {
    elsewhere = (await createSuite()).json;
  });

  it('creates, reads, changes, lists and deletes suites', async () => {
    const created = await createSuite({ note: 'kept' });
    expect([created.status, testSuiteSchema.parse(created.json)]).toMatchObject([
      201,
      { name: 'Front desk', note: 'kept', targetPlan: { assistantId: server().assistantId } },
    ]);
    const path = `/test-suite/${created.json.id}`;
    expect((await send('GET', path)).json).toEqual(created.json);
    expect((await send('PATCH', path, { name: 'Renamed' })).json).toMatchObject({
      name: 'Renamed',
      note: 'kept',
    });
    const { json: page } = await send('GET', '/test-suite?limit=1');
    expect(
      pageOf(testSuiteSchema)
        .parse(page)
        .results.map(({ id }) => id),
    ).toEqual([[created.json, elsewhere].toSorted(newestFirst)[0].id]);
    expect((await send('DELETE', path)).status).toBe(200);
    expect((await send('GET', path)).status).toBe(404);
  });

  it('creates, reads, changes, lists and deletes the tests of a suite', async () => {
    const suiteId = (await createSuite()).json.id;
    const created = await addTest(suiteId, { numAttempts: 3 });
    expect(created.status).toBe(201);
    expect(testSuiteTestSchema.parse(created.json)).toMatchObject({
      ...TEST,
      numAttempts: 3,
      testSuiteId: suiteId,
    });
    const path = `/test-suite/${suiteId}/test/${created.json.id}`;
    expect((await send('GET', path)).json).toEqual(created.json);
    const changed = await send('PATCH', path, { type: 'voice', script: 'Hello?' });
    expect(changed.json).toMatchObject({ type: 'voice', script: 'Hello?', name: 'Hours' });
    const { json: page } = await send('GET', `/test-suite/${suiteId}/test`);
    expect(pageOf(testSuiteTestSchema).parse(page)).toMatchObject({
      results: [changed.json],
      metadata: { totalItems: 1 },
    });
    expect((await send('DELETE', path)).status).toBe(200);
    expect((await send('GET', path)).status).toBe(404);
  });

  // Before the others: nothing runs yet that could have begun with the run when it is deleted.
  it('lists, renames and deletes runs; a deleted one stops', async () => {
    const { suiteId, path } = await start();
    expect((await send('PATCH', path, { name: 'Kept' })).json.name).toBe('Kept');
    const { json: page } = await send('GET', `/test-suite/${suiteId}/run`);
    expect(pageOf(testSuiteRunSchema).parse(page).results).toHaveLength(1);
    expect((await send('DELETE', path)).status).toBe(200);
    const before = server().parts.model.requests.length;
    await settle();
    expect(server().parts.model.requests).toHaveLength(before);
    expect((await send('GET', path)).status).toBe(404);
  });

  it('runs a chat with the assistant and scores what it said', async () => {
    reply('We open at ', 'nine.');
    reply('You are welcome.');
    const script = 'When do you open?\nThank you.';
    const { answer, path, suiteId } = await start({ script });
    expect(answer.status).toBe(201);
    expect(testSuiteRunSchema.parse(answer.json)).toMatchObject({
      name: 'Nightly',
      status: 'queued',
      testResults: [],
      testSuiteId: suiteId,
    });
    const run = await finish(path);
    expect(run.status).toBe('completed');
    const attempts = run.testResults[0]?.attempts ?? [];
    expect(attempts).toHaveLength(1);
    expect(attempts[0]?.scorerResults).toMatchObject([{ result: 'pass', ...HOURS }]);
    expect(attempts[0]?.call?.artifact.transcript.split('\n')).toEqual([
      'AI: Hello , I am an AI.',
      'User: When do you open?',
      'AI: We open at nine.',
      'User: Thank you.',
      'AI: You are welcome.',
    ]);
    const asked = server()
      .parts.model.requests.at(-1)
      ?.messages.map(({ role }) => role);
    expect(asked).toEqual(['system', 'assistant', 'user', 'assistant', 'user']);
  });

  it('tries again until it passes, as often as it may', async () => {
    for (const text of ['At ten.', 'At nine.']) reply(text);
    const run = await finish((await start({ numAttempts: 3 })).path);
    const results = run.testResults[0]?.attempts.map(
      ({ scorerResults }) => scorerResults[0]?.result,
    );
    expect(results).toEqual(['fail', 'pass']);
  });

  it('fails a test whose assistant fails, and goes on with the next', async () => {
    const { suiteId } = await start();
    await settle();
    await addTest(suiteId, { name: 'Second' });
    reply(new Error('The endpoint is down.'));
    reply('At nine.');
    const { json } = await send('POST', `/test-suite/${suiteId}/run`, {});
    const run = await finish(`/test-suite/${suiteId}/run/${json.id}`);
    expect(run.status).toBe('completed');
    const [first, second] = run.testResults.map(({ attempts }) => attempts[0]);
    expect(first).toMatchObject({
      error: 'The endpoint is down.',
      scorerResults: [{ result: 'fail' }],
    });
    expect(second?.scorerResults[0]?.result).toBe('pass');
  });

  it('lets a model play the caller, who is given the script', async () => {
    const model = { provider: 'custom-llm', url: 'http://127.0.0.1:1/v1', model: 'm' };
    const messages = [{ role: 'system', content: 'Play {{who}}: {{test.script}}' }];
    const testerPlan = {
      assistant: { model: { ...model, messages } },
      assistantOverrides: { variableValues: { who: 'Ada' } },
    };
    reply('Hi, when do you open?');
    reply('At nine, {{who}}.');
    reply('[end]');
    const before = server().parts.model.requests.length;
    const script = 'Ask for the hours as {{who}}.';
    const scorers = [{ type: 'ai', rubric: 'Says "nine"' }];
    const run = await finish((await start({ script, scorers }, { testerPlan })).path);
    expect(run.testResults[0]?.attempts[0]).toMatchObject({
      scorerResults: [{ result: 'pass' }],
    });
    const asked = server().parts.model.requests.slice(before);
    expect(asked[0]?.messages[0]?.content).toContain('Play Ada: Ask for the hours as Ada.');
    expect(asked[0]?.messages.at(-1)).toEqual({ role: 'user', content: 'Hello , I am an AI.' });
    expect(asked[2]?.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
    ]);
  });

  it('runs a spoken test as a conversation', async () => {
    const scorers = [{ type: 'ai', rubric: 'Says "hello"\nEnds the call' }];
    const { path } = await start({ type: 'voice', scorers });
    const before = server().parts.conversations.all.length;
    server().jobs.start();
    const begun = () => server().parts.conversations.all.length > before;
    while (!begun()) await new Promise((resolve) => setImmediate(resolve));
    expect((await send('GET', path)).json.status).toBe('in-progress');
    const conversation = server().parts.conversations.last();
    expect(conversation.started).toBe(true);
    conversation.endItself('assistant-ended-call');
    const run = await finish(path);
    const [attempt] = run.testResults[0]?.attempts ?? [];
    expect(attempt?.scorerResults[0]?.result).toBe('pass');
    expect(attempt?.call?.artifact.turnTimings).toHaveLength(1);
  });

  it('stops a chat that never ends, and says so', async () => {
    const { path } = await start();
    const before = server().parts.model.requests.length;
    server().parts.model.hang('Well');
    server().jobs.start();
    while (server().parts.model.requests.length === before)
      await new Promise((resolve) => setImmediate(resolve));
    server().clock.advance(15 * 60_000);
    const run = await finish(path);
    expect(run.testResults[0]?.attempts[0]?.error).toMatch(/15 minutes/);
  });

  it('says what a spoken test lacks', async () => {
    const { path } = await start({ type: 'voice' });
    server().setReady(false);
    const run = await finish(path);
    server().setReady(true);
    expect(run.testResults[0]?.attempts[0]?.error).toMatch(/speech engines/);
  });

  it.each(['test', 'run'])('does not find a %s under another suite', async (part) => {
    const { suiteId, path } = await start();
    const { json } = await send('GET', `/test-suite/${suiteId}/test`);
    const id = part === 'test' ? json.results[0].id : path.split('/').at(-1);
    for (const method of ['GET', 'DELETE'])
      expect((await send(method, `/test-suite/${elsewhere.id}/${part}/${id}`)).status).toBe(404);
    reply('At nine.');
    await settle();
  });
});
