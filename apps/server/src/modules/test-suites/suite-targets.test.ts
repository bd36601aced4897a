import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';
import { createSuiteKit, TEST } from '../../../testing/kits/suite-kit.ts';

/** A model that judges; the assistants of these tests answer by one written down. */
const LLM = { LLM_BASE_URL: 'http://127.0.0.1:1/v1', LLM_MODEL: 'judge' };

describeWithServer(
  'who is tested, who judges and what is refused',
  (server) => {
    const { addTest, createSuite, finish, reply, send, start } = createSuiteKit(server);

    it.each([
      [{ name: 'x'.repeat(81) }, 'name'],
      [{ targetPlan: { assistantId: randomUUID() } }, 'targetPlan.assistantId'],
      [{ targetPlan: { squadId: randomUUID() } }, 'targetPlan.squadId'],
      [{ targetPlan: { workflowId: randomUUID() } }, 'targetPlan.workflowId'],
      [{ testerPlan: { assistantId: randomUUID() } }, 'testerPlan.assistantId'],
      [
        { targetPlan: { phoneNumber: { provider: 'x', number: '1' } } },
        'targetPlan.phoneNumber.provider',
      ],
    ])('refuses the suite %j', async (fields, path) => {
      const answer = await createSuite(fields);
      expect([answer.status, answer.json.fields[0].path]).toEqual([400, path]);
    });

    it.each([
      [{ type: 'mail' }, 'type'],
      [{ script: '' }, 'script'],
      [{ script: 'x'.repeat(10_001) }, 'script'],
      [{ scorers: [] }, 'scorers'],
      [{ scorers: [{ type: 'ai' }] }, 'scorers.0.rubric'],
      [{ numAttempts: 11 }, 'numAttempts'],
    ])('refuses the test %j', async (fields, path) => {
      const answer = await addTest((await createSuite()).json.id, fields);
      expect([answer.status, answer.json.fields[0].path]).toEqual([400, path]);
    });

    const [SUITE, PART] = [randomUUID(), randomUUID()];
    const rows = [
      ['GET', '/test-suite', undefined],
      ['POST', '/test-suite', {}],
      ['GET', `/test-suite/${SUITE}`, undefined],
      ['PATCH', `/test-suite/${SUITE}`, { name: 'x' }],
      ['DELETE', `/test-suite/${SUITE}`, undefined],
      ['GET', `/test-suite/${SUITE}/test`, undefined],
      ['POST', `/test-suite/${SUITE}/test`, TEST],
      ['GET', `/test-suite/${SUITE}/test/${PART}`, undefined],
      ['PATCH', `/test-suite/${SUITE}/test/${PART}`, { name: 'x' }],
      ['DELETE', `/test-suite/${SUITE}/test/${PART}`, undefined],
      ['GET', `/test-suite/${SUITE}/run`, undefined],
      ['POST', `/test-suite/${SUITE}/run`, {}],
      ['GET', `/test-suite/${SUITE}/run/${PART}`, undefined],
      ['PATCH', `/test-suite/${SUITE}/run/${PART}`, { name: 'x' }],
      ['DELETE', `/test-suite/${SUITE}/run/${PART}`, undefined],
    ] as const;
    it.each(rows)('%s %s needs a key, and not a public one', async (method, path) => {
      expect((await server().send(method, path, { key: null })).status).toBe(401);
      expect((await server().send(method, path, { key: server().publicKey })).status).toBe(403);
    });
    it.each(rows.slice(2))('%s %s answers 404 for what is missing', async (method, path, body) => {
      expect((await send(method, path, body)).status).toBe(404);
    });

    const numberOf = (number: string) => ({
      provider: 'twilio',
      number,
      twilioAccountSid: 'AC1',
      twilioAuthToken: 'secret',
    });
    it('has what no quote decides judged by the model of the server', async () => {
      reply('We open at nine.');
      reply('{"verdicts":[{"number":1,"passed":true,"why":"It is short and kind."}]}');
      const scorers = [{ type: 'ai', rubric: 'Is kind\nSays "nine"' }];
      const run = await finish((await start({ scorers })).path);
      expect(run.testResults[0]?.attempts[0]?.scorerResults[0]).toMatchObject({
        result: 'pass',
        reasoning: expect.stringContaining('It is short and kind.'),
      });
      expect(server().parts.model.requests.at(-1)?.temperature).toBe(0);
    });

    const talk = (name: string, firstMessage: string) => ({
      type: 'conversation',
      name,
      messagePlan: { firstMessage },
    });
    const targets = {
      squad: {
        members: [
          {
            assistant: { name: 'Ada', firstMessage: 'Ada here.' },
            assistantDestinations: [
              {
                type: 'assistant',
                assistantName: 'Bob',
                message: 'Moment.',
                description: 'wants a demo',
              },
            ],
          },
          { assistant: { name: 'Bob', firstMessage: 'Bob here.' } },
        ],
      },
      workflow: {
        name: 'Demos',
        nodes: [talk('start', 'Ada here.'), talk('demo', 'Bob here.')],
        edges: [{ from: 'start', to: 'demo', condition: { type: 'ai', prompt: 'wants a demo' } }],
      },
    };
    it.each(['squad', 'workflow', 'phone-number'] as const)('tests a %s', async (kind) => {
      const known = kind === 'phone-number' ? 'squad' : kind;
      const { json: stored } = await send('POST', `/${known}`, targets[known]);
      const number = { ...numberOf('+14155550102'), squadId: stored.id };
      const target =
        kind === 'phone-number'
          ? { phoneNumberId: (await send('POST', '/phone-number', number)).json.id }
          : { [`${kind}Id`]: stored.id };
      const test = {
        script: 'I want a demo',
        scorers: [{ type: 'ai', rubric: 'Says "Bob here"' }],
      };
      const run = await finish((await start(test, { targetPlan: target })).path);
      const [attempt] = run.testResults[0]?.attempts ?? [];
      expect(attempt?.scorerResults[0]?.result).toBe('pass');
      expect(attempt?.call?.artifact).toMatchObject(
        kind === 'workflow'
          ? { nodes: [{ nodeName: 'start' }, { nodeName: 'demo' }] }
          : { transcript: 'AI: Ada here.\nUser: I want a demo\nAI: Moment. Bob here.' },
      );
    });

    it('lets an assistant use its tools, as in a call', async () => {
      const tool = {
        type: 'endCall',
        function: { name: 'hang_up' },
        when: 'says goodbye',
        messages: [{ type: 'request-start', content: 'Farewell.' }],
      };
      const assistant = {
        name: 'Ada',
        firstMessage: 'Hello.',
        model: { provider: 'kindling', tools: [tool] },
      };
      const { json } = await send('POST', '/assistant', assistant);
      const test = {
        script: 'Goodbye!\nStill there?',
        scorers: [{ type: 'ai', rubric: 'Ends the call' }],
      };
      const run = await finish((await start(test, { targetPlan: { assistantId: json.id } })).path);
      const [attempt] = run.testResults[0]?.attempts ?? [];
      expect(attempt?.scorerResults[0]).toMatchObject({ result: 'pass' });
      expect(attempt?.call?.artifact.transcript).not.toContain('Still there');
    });

    it('refuses to run what cannot be', async () => {
      const refused = async (suite: Record<string, unknown>, withTest = true) => {
        const suiteId = (await createSuite(suite)).json.id;
        if (withTest) await addTest(suiteId);
        const { json } = await send('POST', `/test-suite/${suiteId}/run`, {});
        return [json.code, json.fields[0].path];
      };
      const phoneNumber = { provider: 'test-suite', number: '+14155550100' };
      expect(await refused({ targetPlan: { phoneNumber } })).toEqual([
        'not_configured',
        'targetPlan.phoneNumber',
      ]);
      expect(await refused({ targetPlan: {} })).toEqual(['bad_request', 'targetPlan.assistantId']);
      const { json: number } = await send('POST', '/phone-number', numberOf('+14155550101'));
      const nobody = { targetPlan: { phoneNumberId: number.id } };
      expect(await refused(nobody)).toEqual(['bad_request', 'targetPlan.phoneNumberId']);
      expect(await refused({ targetPlan: {}, phoneNumberId: randomUUID() })).toEqual([
        'bad_request',
        'phoneNumberId',
      ]);
      const { assistantId } = server();
      const twice = {
        targetPlan: {
          assistantId,
          workflowId: (await send('POST', '/workflow', targets.workflow)).json.id,
        },
      };
      expect(await refused(twice)).toEqual(['bad_request', 'targetPlan.workflowId']);
      expect(await refused({}, false)).toEqual(['bad_request', 'id']);
    });
  },
  LLM,
);
