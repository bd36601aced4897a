import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { storeCall } from '../../../../testing/calls/stored-call.ts';
import { createAnalysisKit, LLM } from '../../../../testing/kits/analysis-kit.ts';
import { callTable } from '../../../platform/database/schema.ts';
import { forgetTranscripts } from '../../retention/forget-transcripts.ts';
import { forgetLines } from '../store/call-lines.ts';

const { analyses } = createAnalysisKit();

/** The conversation of these tests is one line long: “AI: Hello.” */
const conditions = [{ type: 'minMessages', count: 1 }];
const MOOD = { name: 'mood', schema: { type: 'string' }, conditions };
const GREETS = {
  name: 'greets',
  type: 'regex',
  regex: '(?i)hello',
  schema: { type: 'boolean' },
  conditions,
};
const says = (result: unknown) => JSON.stringify({ result });
/** The results alone: they stand in the order of their ids. */
const byName = (outputs: Record<string, { readonly name: string }>) =>
  Object.values(outputs).toSorted((one, other) => one.name.localeCompare(other.name));

analyses(LLM, 'what is taken down of a call', (kit) => {
  const { server, database, call, read, reports, logOf, settled } = kit;
  const create = async (path: string, body: object) =>
    (await server().send('POST', path, { body })).json.id as string;

  it('stands in its artifact and its report, by the ids that its assistant names', async () => {
    const { model } = server().parts;
    const mood = await create('/structured-output', MOOD);
    const greets = await create('/structured-output', GREETS);
    model.reply(says('calm'));
    const id = await call({ artifactPlan: { structuredOutputIds: [mood, greets] } });
    const structuredOutputs = {
      [mood]: { name: 'mood', result: 'calm' },
      [greets]: { name: 'greets', result: true },
    };
    const stored = await read(id);
    expect(stored).toMatchObject({
      artifact: {
        transcript: 'AI: Hello.',
        structuredOutputs,
        structuredOutputsLastUpdatedAt: expect.any(String),
      },
      analysis: {},
      cost: null,
    });
    expect(stored.artifact).not.toHaveProperty('skippedStructuredOutputs');
    expect(reports()).toEqual([
      expect.objectContaining({
        artifact: expect.objectContaining({ structuredOutputs, transcript: 'AI: Hello.' }),
      }),
    ]);
    expect(await logOf(id)).toContain('INFO Structured outputs were taken down: 2.');
  });

  it('is also what the assistant brings along, beside its analysis', async () => {
    const { model } = server().parts;
    model.reply('A greeting.');
    model.reply('true');
    model.reply(says('calm'));
    const id = await call({
      analysisPlan: { minMessagesThreshold: 1 },
      artifactPlan: { structuredOutputs: [MOOD] },
    });
    const { analysis, artifact } = await read(id);
    expect(analysis).toEqual({ summary: 'A greeting.', successEvaluation: 'true' });
    expect(byName(artifact.structuredOutputs)).toEqual([{ name: 'mood', result: 'calm' }]);
  });

  it('is what is linked to the assistant, the workflow and those who took over', async () => {
    const own = (name: string) => ({ ...GREETS, name });
    const bo = await create('/assistant', { name: 'Bo' });
    const cy = await create('/assistant', { name: 'Cy' });
    const linked = await create('/structured-output', { ...own('of Bo'), assistantIds: [bo] });
    await create('/structured-output', { ...own('of Cy'), assistantIds: [cy] });
    const members = [
      {
        assistant: { name: 'Ada', artifactPlan: { structuredOutputs: [own('of Ada')] } },
        assistantDestinations: [{ type: 'assistant', assistantName: 'Bo' }],
      },
      { assistantId: bo },
      { assistantId: cy },
    ];
    const handOver = async () => {
      server().parts.conversations.last().options.handOff?.('Bo');
    };
    const { artifact } = await read(await call({}, handOver, { squad: { members } }));
    const names = (outputs: Record<string, { name: string }>) =>
      Object.values(outputs).map(({ name }) => name);
    expect(names(artifact.structuredOutputs).toSorted()).toEqual(['of Ada', 'of Bo']);
    expect(Object.keys(artifact.structuredOutputs)).toContain(linked);

    const nodes = ['hello', 'bye'].map((name, index) => ({
      ...{ type: 'conversation', name, isStart: index === 0, prompt: 'Greet.' },
    }));
    const edges = [{ from: 'hello', to: 'bye' }];
    const workflowId = await create('/workflow', { name: 'Desk', nodes, edges });
    await create('/structured-output', { ...own('of the workflow'), workflowIds: [workflowId] });
    const ofWorkflow = await read(await call({}, undefined, { workflowId }));
    expect(names(ofWorkflow.artifact.structuredOutputs)).toEqual(['of the workflow']);
  });

  it('says why there is none', async () => {
    const { model } = server().parts;
    model.reply('What mood?');
    model.reply('I cannot tell.');
    const skipped = { ...GREETS, name: 'long', conditions: [{ type: 'minMessages', count: 9 }] };
    const id = await call({ artifactPlan: { structuredOutputs: [MOOD, skipped] } });
    const { artifact } = await read(id);
    const error = 'The answer did not fit its schema.';
    expect(byName(artifact.structuredOutputs)).toEqual([{ name: 'mood', result: null, error }]);
    expect(Object.values(artifact.skippedStructuredOutputs)).toEqual([
      { name: 'long', unmetCondition: { type: 'minMessages', count: 9 } },
    ]);
    const log = await logOf(id);
    expect(log).toContain(`WARN The structured output “mood” has no result: ${error}`);
    expect(log).toContainEqual(expect.stringContaining('“long” was skipped'));
    expect(reports()).toHaveLength(1);
  });

  it('is nothing where nothing may be kept', async () => {
    for (const plans of [
      { compliancePlan: { hipaaEnabled: true } },
      { compliancePlan: { pciEnabled: true } },
      { artifactPlan: { transcriptPlan: { enabled: false } } },
    ]) {
      const artifactPlan = { ...plans.artifactPlan, structuredOutputs: [GREETS] };
      const id = await call({ ...plans, artifactPlan });
      expect((await read(id)).artifact).not.toHaveProperty('structuredOutputs');
      expect(await logOf(id)).toContainEqual(expect.stringContaining('nothing of it may be kept'));
    }
    for (const { artifact } of reports()) expect(artifact).not.toHaveProperty('structuredOutputs');
    expect(reports()).toHaveLength(3);
  });

  it('is asked of the model that it names, by the credential of the organisation', async () => {
    const { parts } = server();
    const before = parts.endpoints.length;
    for (const provider of ['groq', 'anthropic'])
      await create('/credential', { provider, apiKey: `key of ${provider}` });
    const models = [
      { provider: 'groq', model: 'llama' },
      { provider: 'anthropic', model: 'claude' },
      { provider: 'google', model: 'gemini' },
    ];
    const structuredOutputs = models.map((model) => ({ ...MOOD, name: model.provider, model }));
    for (const one of models) parts.model.reply(says(one.model));
    const { artifact } = await read(await call({ artifactPlan: { structuredOutputs } }));
    expect(byName(artifact.structuredOutputs)).toMatchObject([
      { name: 'anthropic', result: 'claude' },
      { name: 'google', result: 'gemini' },
      { name: 'groq', result: 'llama' },
    ]);
    // The last one is answered by this server's own.
    expect(parts.endpoints.slice(before)).toMatchObject([
      { model: 'llama', apiKey: 'key of groq' },
      { model: 'claude', apiKey: 'key of anthropic' },
    ]);
  });

  it('makes do without those that were deleted', async () => {
    const mood = await create('/structured-output', MOOD);
    const greets = await create('/structured-output', GREETS);
    await server().send('DELETE', `/structured-output/${mood}`);
    const id = await call({ artifactPlan: { structuredOutputIds: [mood, greets] } });
    expect(Object.keys((await read(id)).artifact.structuredOutputs)).toEqual([greets]);
    expect(await logOf(id)).toContain(`WARN There is no structured output ${mood}.`);
  });

  it('is of forty outputs at most, and the log says how many are left out', async () => {
    const many = (count: number, from: string) =>
      Array.from({ length: count }, (_, index) => ({ ...GREETS, name: `${from} ${index}` }));
    const squad = {
      members: ['Ada', 'Bo', 'Cy'].map((name) => ({
        assistant: { name, artifactPlan: { structuredOutputs: many(15, name) } },
        assistantDestinations: ['Bo', 'Cy'].map((assistantName) => ({
          type: 'assistant',
          assistantName,
        })),
      })),
    };
    const handOver = async () => {
      for (const name of ['Bo', 'Cy']) server().parts.conversations.last().options.handOff?.(name);
    };
    const id = await call({}, handOver, { squad });
    expect(Object.keys((await read(id)).artifact.structuredOutputs)).toHaveLength(40);
    expect(await logOf(id)).toContainEqual(expect.stringContaining('5 are left out'));
  });

  it('goes with the words: when they are forgotten meanwhile, and later', async () => {
    const { clock, parts } = server();
    const silent = parts.model.hang();
    const over = call({ artifactPlan: { structuredOutputs: [MOOD] } });
    await silent;
    const [{ id }] = (await server().send('GET', '/call?limit=1')).json;
    await forgetLines(database().db, [id]);
    clock.advance(30_000);
    await over;
    expect((await read(id)).artifact).not.toHaveProperty('structuredOutputs');

    const other = await call({ artifactPlan: { structuredOutputs: [GREETS] } });
    expect((await read(other)).artifact).toHaveProperty('structuredOutputs');
    const { signal } = new AbortController();
    const instant = new Date(Date.now() + 86_400_000 * 365 * 20);
    await forgetTranscripts(database().db, { orgId: server().orgId, instant, signal });
    expect((await read(other)).artifact).toBeNull();
  });

  it('is not for pages to ask for', async () => {
    const form = { kind: 'public', name: 'page', allowTransientAssistant: true } as const;
    const key = await server().addToken(form);
    const artifactPlan = { structuredOutputs: [GREETS] };
    for (const [body, field] of [
      [{ assistant: { artifactPlan } }, 'assistant.artifactPlan'],
      [{ assistant: {}, assistantOverrides: { artifactPlan } }, 'assistantOverrides.artifactPlan'],
    ] as const) {
      const answer = await server().send('POST', '/call/web', { body, key });
      expect([answer.status, answer.json.fields[0].path]).toEqual([400, field]);
    }
  });

  it('must be whole where a call brings it along', async () => {
    const artifactPlan = { structuredOutputs: [{ ...GREETS, regex: '(' }] };
    for (const [body, path] of [
      [{ assistant: { artifactPlan } }, 'assistant.artifactPlan.structuredOutputs.0.regex'],
      [
        { assistant: {}, assistantOverrides: { artifactPlan } },
        'assistantOverrides.artifactPlan.structuredOutputs.0.regex',
      ],
    ] as const) {
      const answer = await server().send('POST', '/call/web', { body });
      expect([answer.status, answer.json.fields?.[0].path]).toEqual([400, path]);
    }
  });

  const run = (body: object) => server().send('POST', '/structured-output/run', { body });
  const ofCall = (endedReason = 'customer-ended-call' as const) =>
    storeCall(database().db, server().orgId, { endedReason });

  it('can be looked at without being stored', async () => {
    const callIds = [await ofCall()];
    const preview = { previewEnabled: true, callIds };
    const { status, json } = await run({ ...preview, structuredOutput: GREETS });
    expect([status, Object.values(json)]).toEqual([200, [{ name: 'greets', result: true }]]);
    const unmet = { type: 'minCallDuration', seconds: 9_000 };
    const structuredOutputId = await create('/structured-output', {
      ...GREETS,
      conditions: [...conditions, unmet],
    });
    expect((await run({ ...preview, structuredOutputId })).json).toEqual({
      skipped: { [structuredOutputId]: { name: 'greets', unmetCondition: unmet } },
    });
    expect((await read(callIds[0] ?? '')).artifact).not.toHaveProperty('structuredOutputs');
  });

  it('is taken down of calls that are over, and leaves what was found before', async () => {
    const callIds = [await ofCall(), await ofCall()];
    const mood = await create('/structured-output', MOOD);
    const { model } = server().parts;
    model.reply(says('calm'));
    model.reply(says('calm'));
    const { status, json } = await run({ structuredOutputId: mood, callIds });
    expect([status, json]).toEqual([200, { message: expect.stringContaining('2 calls') }]);
    await settled();
    await run({ structuredOutput: GREETS, callIds: callIds.slice(0, 1) });
    await settled();
    const found = async (index: number) =>
      byName((await read(callIds[index] ?? '')).artifact.structuredOutputs);
    expect(await found(0)).toEqual([
      { name: 'greets', result: true },
      { name: 'mood', result: 'calm' },
    ]);
    expect(await found(1)).toEqual([{ name: 'mood', result: 'calm' }]);

    model.reply(new Error('away'));
    await run({ structuredOutputId: mood, callIds: callIds.slice(0, 1) });
    await settled();
    expect((await found(0))[1]).toEqual({ name: 'mood', result: 'calm' });
    expect(await logOf(callIds[0] ?? '')).toContainEqual(expect.stringContaining('away'));
  });

  it('is refused of calls that are not there, go on, or leave nothing to look at', async () => {
    const other = '00000000-0000-4000-8000-000000000000';
    const callIds = [await ofCall(), other];
    const missing = await run({ structuredOutput: GREETS, callIds });
    expect([missing.status, missing.json.fields[0].path]).toEqual([400, 'callIds.1']);
    const gone = await run({ structuredOutputId: other, callIds: callIds.slice(0, 1) });
    expect([gone.status, gone.json.fields[0].path]).toEqual([404, 'structuredOutputId']);
    for (const body of [
      { callIds },
      { callIds, structuredOutput: GREETS, structuredOutputId: other },
      { callIds, structuredOutput: GREETS, previewEnabled: true },
    ])
      expect((await run(body)).status).toBe(400);

    const silent = await storeCall(database().db, server().orgId, { messages: [] });
    const preview = { previewEnabled: true, structuredOutput: GREETS };
    const { json } = await run({ ...preview, callIds: [silent] });
    expect(Object.values(json)).toMatchObject([
      { result: null, error: expect.stringContaining('kept') },
    ]);

    const open = callIds.slice(0, 1);
    await database()
      .db.update(callTable)
      .set({ status: 'in-progress', endedAt: null, endedReason: null })
      .where(eq(callTable.id, open[0] ?? ''));
    const goesOn = await run({ structuredOutput: GREETS, callIds: open });
    expect([goesOn.status, goesOn.json.code]).toEqual([409, 'conflict']);
  });
});

analyses({}, 'without a language model', ({ call, read, reports, logOf }) => {
  it('regexes find what they find, and the rest says why it does not', async () => {
    const id = await call({ artifactPlan: { structuredOutputs: [MOOD, GREETS] } });
    const { artifact, cost } = await read(id);
    expect(byName(artifact.structuredOutputs)).toEqual([
      { name: 'greets', result: true },
      { name: 'mood', result: null, error: expect.stringContaining('LLM_BASE_URL') },
    ]);
    expect(cost).toBe(0);
    expect(await logOf(id)).toContainEqual(expect.stringContaining('LLM_BASE_URL'));
    expect(reports()).toHaveLength(1);
  });
});
