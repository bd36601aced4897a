import { ModelError } from '@kindling/conversation';
import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { storeCall } from '../../../../testing/calls/stored-call.ts';
import { createAnalysisKit, LLM } from '../../../../testing/kits/analysis-kit.ts';
import { jobTable, orgSettingsTable } from '../../../platform/database/platform-tables.ts';
import { forgetLines } from '../store/call-lines.ts';
import { CALL_ANALYSIS } from './analysis-job.ts';

const { analyses, receiver } = createAnalysisKit();

/** The conversation of these tests is one line long. */
const PLAN = { minMessagesThreshold: 1 };
const OFF = { enabled: false };

analyses(LLM, 'the analysis of a call', ({ server, database, settled, ...kit }) => {
  const { call, read, reports, logOf } = kit;
  it('is kept with the call, comes with its report, and is found again', async () => {
    const { model } = server().parts;
    model.reply('A greeting.');
    model.reply('7');
    const id = await call({
      analysisPlan: { ...PLAN, successEvaluationPlan: { rubric: 'NumericScale' } },
      model: { provider: 'kindling', messages: [{ role: 'system', content: 'Greet {{who}}.' }] },
      variableValues: { who: 'Ada' },
    });
    const analysis = { summary: 'A greeting.', successEvaluation: '7' };
    const stored = await read(id);
    expect(stored).toMatchObject({ analysis, cost: null });
    expect(stored.costBreakdown).not.toHaveProperty('total');
    expect(reports()).toEqual([
      expect.objectContaining({
        analysis,
        endedReason: 'assistant-ended-call',
        transcript: 'AI: Hello.',
        call: expect.objectContaining({ id }),
      }),
    ]);
    expect(reports()[0]).not.toHaveProperty('cost');
    const asked = JSON.stringify(model.requests.slice(-1)[0]?.messages);
    expect(asked).toContain('Greet Ada.');

    const found = await server().send('GET', '/v2/call?successEvaluation=7');
    expect(found.json.results.map((one: { id: string }) => one.id)).toEqual([id]);
    const columns = 'columns=id&columns=summary&columns=successEvaluation';
    const csv = await server().send('GET', `/v2/call/export?id=${id}&${columns}`);
    expect(csv.json).toContain(`${id},A greeting.,7`);
    const query = {
      name: 'success',
      table: 'call',
      groupBy: ['analysis.successEvaluation'],
      operations: [{ operation: 'count', column: 'id' }],
    };
    const counted = await server().send('POST', '/analytics', { body: { queries: [query] } });
    const rows = JSON.stringify(counted.json[0].result);
    expect(rows).toContain('"7"');
    expect(await logOf(id)).toContain('INFO The call was analysed.');
  });

  it('does without what the model does not answer, and the log says why', async () => {
    server().parts.model.reply(new ModelError('model_unreachable', 'Nobody answers there.'));
    server().parts.model.reply('true');
    const id = await call({ analysisPlan: PLAN });
    expect((await read(id)).analysis).toEqual({ successEvaluation: 'true' });
    expect(reports()).toHaveLength(1);
    expect(await logOf(id)).toContain('WARN The analysis has no summary: Nobody answers there.');
  });

  it.each([
    ['without a plan', {}, null],
    ['where too little was said', { analysisPlan: {} }, /too little was said/],
    [
      'where the plan asks for nothing',
      { analysisPlan: { summaryPlan: OFF, successEvaluationPlan: OFF } },
      /asks for nothing/,
    ],
    [
      'where nothing may be kept',
      { analysisPlan: PLAN, compliancePlan: { hipaaEnabled: true } },
      /nothing of it may be kept/,
    ],
  ])('is not made %s', async (_, assistant, said) => {
    const before = server().parts.model.requests.length;
    const id = await call(assistant);
    expect(server().parts.model.requests).toHaveLength(before);
    expect(await read(id)).toMatchObject({ analysis: null, cost: 0 });
    expect(reports()).toEqual([expect.objectContaining({ analysis: {}, cost: 0 })]);
    const lines = (await logOf(id)).filter((line) => line.includes('analysed'));
    expect(lines).toEqual(said === null ? [] : [expect.stringMatching(said)]);
  });

  it('is sent to the server of the organisation where the assistant names none', async () => {
    const { orgId, parts } = server();
    const body = { server: { url: `${receiver.url}/org` } };
    await database().db.insert(orgSettingsTable).values({ orgId, body });
    parts.model.reply('A greeting.');
    parts.model.reply('true');
    await call({ analysisPlan: PLAN, server: null });
    await database().db.delete(orgSettingsTable).where(eq(orgSettingsTable.orgId, orgId));
    expect(reports()).toEqual([
      expect.objectContaining({ analysis: { summary: 'A greeting.', successEvaluation: 'true' } }),
    ]);
    expect(receiver.received.every(({ url }) => url === '/org')).toBe(true);
  });

  it('is sent once, however often its job runs', async () => {
    const { parts, orgId, jobs } = server();
    parts.model.reply('A greeting.');
    parts.model.reply('true');
    const callId = await call({ analysisPlan: PLAN });
    const before = parts.model.requests.length;
    const payload = { callId, assistant: { server: { url: receiver.url } }, systemPrompt: '' };
    await jobs.add(database().db, CALL_ANALYSIS, { orgId, payload });
    await settled();
    expect(reports()).toHaveLength(1);
    expect(parts.model.requests).toHaveLength(before);
  });

  it('is left out at the last attempt, and the report is sent all the same', async () => {
    const { db } = database();
    const { clock, jobs, orgId, parts } = server();
    const callId = await storeCall(db, orgId, { status: 'ended', endedReason: 'pipeline-error' });
    const assistant = { server: { url: receiver.url }, analysisPlan: PLAN };
    const before = parts.model.requests.length;
    await jobs.add(db, CALL_ANALYSIS, {
      orgId,
      payload: { callId, assistant, systemPrompt: '' },
      dueAt: new Date(clock.now() + 1_000),
    });
    // As if it had taken the process down each time.
    await db.update(jobTable).set({ attempts: 7 }).where(eq(jobTable.kind, CALL_ANALYSIS.name));
    clock.advance(1_000);
    jobs.wake();
    await settled();
    expect(reports()).toEqual([
      expect.objectContaining({ analysis: {}, transcript: 'User: Hello.' }),
    ]);
    expect(parts.model.requests).toHaveLength(before);
  });

  it('keeps nothing of words that are forgotten meanwhile', async () => {
    const { clock, parts } = server();
    const silent = parts.model.hang();
    const over = call({ analysisPlan: PLAN });
    await silent;
    parts.model.reply('true');
    const [{ id }] = (await server().send('GET', '/call?limit=1')).json;
    await forgetLines(database().db, [id]);
    clock.advance(5_000);
    await over;
    expect((await read(id)).analysis).toEqual({});
    expect(reports()).toEqual([expect.objectContaining({ analysis: {}, transcript: '' })]);
  });

  it('judges by the prompts of all who spoke', async () => {
    const { model } = server().parts;
    const prompted = (content: string) => ({ messages: [{ role: 'system', content }] });
    const members = [
      {
        assistant: {
          name: 'Ada',
          analysisPlan: PLAN,
          server: { url: receiver.url },
          model: { provider: 'kindling', ...prompted('Find out who is wanted.') },
        },
        assistantDestinations: [{ type: 'assistant', assistantName: 'Bo' }],
      },
      {
        assistant: {
          name: 'Bo',
          model: { provider: 'kindling', ...prompted('Book for {{who}}.') },
          variableValues: { who: 'Cy' },
        },
      },
    ];
    model.reply('A booking.');
    model.reply('true');
    const handOver = async () => {
      server().parts.conversations.last().options.handOff?.('Bo');
    };
    await call({}, handOver, { squad: { members } });
    const judged = model.requests.at(-1)?.messages.at(-1)?.content;
    expect(judged).toContain('Find out who is wanted.\n\nBook for Cy.');
  });

  it('comes once the end of the call could be stored', async () => {
    const { db } = database();
    const { clock, parts } = server();
    parts.model.reply('A greeting.');
    parts.model.reply('true');
    let ending = false;
    let id = '';
    const over = call({ analysisPlan: PLAN }, async () => {
      await db.execute(sql`alter table call rename to call_away`);
      ending = true;
    }).then((given) => {
      id = given;
    });
    await expect
      .poll(() => {
        if (ending) clock.advance(100);
        return id;
      })
      .not.toBe('');
    await over;
    expect(reports()).toEqual([]);
    await db.execute(sql`alter table call_away rename to call`);
    expect((await read(id)).status).not.toBe('ended');
    clock.advance(5_000);
    await expect.poll(() => reports().length).toBe(1);
    const analysis = { summary: 'A greeting.', successEvaluation: 'true' };
    expect(reports()).toMatchObject([{ analysis, endedReason: 'assistant-ended-call' }]);
    const artifact = { transcript: 'AI: Hello.' };
    expect(await read(id)).toMatchObject({ status: 'ended', analysis, artifact });
    await settled();
    expect(reports()).toHaveLength(1);
  });

  it('is not for pages to ask for', async () => {
    const key = await server().addToken({
      kind: 'public',
      name: 'page',
      allowTransientAssistant: true,
    });
    const body = { assistant: { analysisPlan: PLAN } };
    const answer = await server().send('POST', '/call/web', { body, key });
    expect([answer.status, answer.json.fields[0].path]).toEqual([400, 'assistant.analysisPlan']);
  });

  it('leaves nothing, and tells nobody, of a call that is deleted while it is analysed', async () => {
    const silent = server().parts.model.hang();
    const over = call({ analysisPlan: PLAN });
    await silent;
    server().parts.model.reply('true');
    const [{ id }] = (await server().send('GET', '/call?limit=1')).json;
    expect((await server().send('DELETE', `/call/${id}`)).status).toBe(200);
    server().clock.advance(5_000);
    expect(await over).toBe(id);
    expect((await server().send('GET', `/call/${id}`)).status).toBe(404);
    expect(reports()).toEqual([]);
    expect((await logOf(id)).filter((line) => line.includes('analysed'))).toEqual([]);
  });
});

analyses({}, 'without a language model, an analysis', ({ server, call, read, reports, logOf }) => {
  it('is not made, the report comes at once, and the log says why', async () => {
    const id = await call({ analysisPlan: PLAN });
    expect((await read(id)).analysis).toBeNull();
    expect(reports()).toEqual([expect.objectContaining({ analysis: {} })]);
    expect(await logOf(id)).toContainEqual(expect.stringContaining('LLM_BASE_URL'));
    expect(server().parts.model.requests).toEqual([]);
  });

  it.each([
    [{ structuredDataPlan: { enabled: true } }, 'analysisPlan.structuredDataPlan'],
    [{ summaryPlan: { timeoutSeconds: 61 } }, 'analysisPlan.summaryPlan.timeoutSeconds'],
    [{ successEvaluationPlan: { rubric: 'Stars' } }, 'analysisPlan.successEvaluationPlan.rubric'],
    [
      {
        structuredDataMultiPlan: [
          { key: 'a', plan: { schema: { type: 'object', properties: { b: { type: 'no' } } } } },
        ],
      },
      'analysisPlan.structuredDataMultiPlan.0.plan.schema',
    ],
  ])('makes do with %j, and names the field', async (analysisPlan, field) => {
    const { status, json } = await server().send('POST', '/assistant', { body: { analysisPlan } });
    const paths = json.warnings.map(({ path }: { readonly path: string }) => path);
    // Without a language model nothing of it is asked.
    expect([status, paths]).toEqual([201, [field, 'analysisPlan']]);
  });
});
