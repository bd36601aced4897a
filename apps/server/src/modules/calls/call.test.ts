import { randomUUID } from 'node:crypto';
import type { Warning } from '@kindling/protocol';
import { callSchema, webCallSchema } from '@kindling/protocol';
import { expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';
import type { SendOptions } from '../../../testing/server/test-server.ts';

describeWithServer('calls', (server) => {
  const start = (body: Record<string, unknown> = {}, options: SendOptions = {}) =>
    server().send('POST', '/call/web', {
      key: server().publicKey,
      body: { assistantId: server().assistantId, ...body },
      ...options,
    });

  it('starts a web call and answers what its starter reads, no more', async () => {
    const answer = await start();
    expect(answer.status).toBe(201);
    const call = webCallSchema.parse(answer.json);
    expect(call.status).toBe('queued');
    expect(call.artifactPlan.videoRecordingEnabled).toBe(false);
    expect(call.assistant).toEqual({
      name: 'Ember',
      voice: { provider: 'kindling', voiceId: 'slt' },
    });
    expect(call.webCallUrl).toMatch(/^http:\/\/localhost\/room\/[\w-]{24}$/);
    expect(JSON.stringify(answer.json)).not.toContain('Guide');
  });

  it('replaces variables in what the assistant says and in its prompt', async () => {
    await start({ assistantOverrides: { variableValues: { visitor: 'Ada' } } });
    await server().parts.media.last().join({ sdp: 'v=0' });
    const { settings } = server().parts.conversations.last().options;
    expect(settings.firstMessage).toBe('Hello Ada, I am an AI.');
    expect(settings.systemPrompt).toBe('Guide Ada.');
  });

  it('lets a page change how the assistant greets and sounds', async () => {
    const overrides = { firstMessage: 'Welcome.', voice: { provider: 'kindling', voiceId: 'rms' } };
    expect((await start({ assistantOverrides: overrides })).status).toBe(201);
  });

  it.each([
    [{ model: { provider: 'kindling', url: 'http://evil.example' } }, 'assistantOverrides.model'],
    [{ maxDurationSeconds: 301 }, 'assistantOverrides.maxDurationSeconds'],
    [{ endCallPhrases: ['bye'] }, 'assistantOverrides.endCallPhrases'],
    [{ serverUrl: 'http://evil.example' }, 'assistantOverrides.serverUrl'],
  ])('refuses the override %j of a public key', async (assistantOverrides, field) => {
    const answer = await start({ assistantOverrides });
    expect([answer.status, answer.json.fields[0].path]).toEqual([400, field]);
  });

  it('lets a private key override anything', async () => {
    const assistantOverrides = { maxDurationSeconds: 3_000, endCallPhrases: ['goodbye'] };
    expect((await start({ assistantOverrides }, { key: server().privateKey })).status).toBe(201);
  });

  it('refuses a body without assistant, squad or workflow in the published words', async () => {
    const answer = await start({ assistantId: undefined });
    expect(answer.status).toBe(400);
    expect(answer.json.fields[0].message).toBe('Assistant or Squad or Workflow must be provided.');
  });

  it.each([
    ['squad', 'squad.members'],
    ['workflow', 'workflow.name'],
  ])('names what a %s lacks', async (field, path) => {
    const answer = await start({ assistantId: undefined, [field]: {} });
    expect([answer.status, answer.json.fields[0].path]).toEqual([400, path]);
  });

  it.each([
    ['voice', { provider: 'elsewhere' }],
    ['transcriber', { provider: 'elsewhere' }],
    ['model', { provider: 'elsewhere' }],
    ['model', { provider: 'openai', model: 'm' }],
  ])(
    'starts with what it has for a %s it cannot reach, and tells the owner',
    async (part, settings) => {
      const assistantOverrides = { [part]: settings };
      const answer = await start({ assistantOverrides }, { key: server().privateKey });
      expect(answer.status).toBe(201);
      expect(answer.json.warnings).toMatchObject([{ path: `assistant.${part}.provider` }]);
      expect(answer.json.assistant.voice.provider).toBe('kindling');
      const { json: logs } = await server().send('GET', `/logs?callId=${answer.json.id}`);
      const warned = logs.results.filter(({ level }: { level?: string }) => level === 'WARN');
      expect(warned.map((line: { message: string }) => line.message)).toEqual(
        answer.json.warnings.map((one: Warning) => `${one.path}: ${one.message}`),
      );
    },
  );

  it('tells a page nothing of what was put in its place', async () => {
    const stored = await server().send('POST', '/assistant', {
      body: { voice: { provider: '11labs', voiceId: 'adam' } },
    });
    expect(stored.json.warnings).toMatchObject([{ path: 'voice.provider' }]);
    const key = await server().addToken({ kind: 'public', name: 'open' });
    const { status, json } = await start({ assistantId: stored.json.id }, { key });
    expect([status, json.warnings, json.assistant.voice]).toEqual([
      201,
      undefined,
      { provider: 'kindling', voiceId: 'rms' },
    ]);
  });

  it('takes an endpoint of the owner, and sends it no configured key', async () => {
    const model = { provider: 'custom-llm', url: 'http://127.0.0.1:1/v1', model: 'm' };
    const answer = await start({ assistantOverrides: { model } }, { key: server().privateKey });
    expect(answer.status).toBe(201);
    expect(server().parts.endpoints.at(-1)).toEqual({
      baseUrl: model.url,
      apiKey: null,
      model: 'm',
    });
  });

  it('needs a key, and one it knows', async () => {
    expect((await start({}, { key: null })).json.code).toBe('unauthenticated');
    expect((await start({}, { key: 'kd_pub_wrong' })).json.code).toBe('unauthenticated');
    expect((await start({}, { key: '' })).status).toBe(401);
  });

  it('refuses a key that expired or was revoked', async () => {
    const expired = await server().addToken({
      kind: 'private',
      name: 'old',
      expiresAt: new Date(1),
    });
    expect((await start({}, { key: expired })).json.code).toBe('token_expired');
    const revoked = await server().addToken({ kind: 'private', name: 'gone' });
    const token = await server().tokens.findByKey(revoked);
    await server().tokens.revoke(token?.id ?? '');
    expect((await start({}, { key: revoked })).json.code).toBe('token_revoked');
  });

  it('holds a public key to its origins and to the server itself', async () => {
    const { assistantId } = server();
    const key = await server().addToken({
      kind: 'public',
      name: 'school',
      allowedAssistantIds: [assistantId],
      allowedOrigins: ['https://school.example'],
    });
    const from = (Origin: string) => start({}, { key, headers: { Origin } });
    expect((await from('https://school.example')).status).toBe(201);
    expect((await from('http://localhost')).status).toBe(201);
    expect((await from('https://elsewhere.example')).json.code).toBe('origin_not_allowed');
    expect((await from('null')).json.code).toBe('origin_not_allowed');
    const none = await server().fetch('/call/web', {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ assistantId }),
    });
    expect(none.status).toBe(403);
  });

  it('holds a public key to its assistants', async () => {
    const other = (await server().send('POST', '/assistant', { body: { name: 'Other' } })).json;
    const answer = await start({ assistantId: other.id });
    expect([answer.status, answer.json.code]).toEqual([403, 'assistant_not_allowed']);
    const own = await start({ assistantId: undefined, assistant: { name: 'Mine' } });
    expect(own.json.code).toBe('assistant_not_allowed');
  });

  it('answers 404 for an assistant that is not there', async () => {
    expect((await start({ assistantId: randomUUID() })).status).toBe(404);
  });

  it('answers 503 until the engines are loaded', async () => {
    server().setReady(false);
    const answer = await start();
    server().setReady(true);
    expect([answer.status, answer.json.code]).toEqual([503, 'not_ready']);
    expect(answer.headers.get('retry-after')).toBe('2');
  });

  it('reads and lists calls', async () => {
    const { id } = (await start({ name: 'first', metadata: { page: '/' } })).json;
    const read = await server().send('GET', `/call/${id}`);
    expect(read.status).toBe(200);
    expect(callSchema.parse(read.json)).toMatchObject({
      id,
      name: 'first',
      metadata: { page: '/' },
    });
    const list = await server().send('GET', `/call?assistantId=${server().assistantId}&limit=1`);
    expect(list.json).toEqual([read.json]);
    expect((await server().send('GET', `/call?id=${id}`)).json).toHaveLength(1);
    expect((await server().send('GET', `/call?assistantId=${randomUUID()}`)).json).toEqual([]);
  });

  it.each([
    ['/call', 401, { key: null }],
    ['/call?limit=-1', 400, {}],
    ['/call?assistantId=x', 400, {}],
    ['/call/x', 400, {}],
    [`/call/${randomUUID()}`, 404, {}],
    [`/call/${randomUUID()}`, 401, { key: null }],
  ])('GET %s answers %i', async (path, status, options) => {
    expect((await server().send('GET', path, options)).status).toBe(status);
  });

  it.each(['/call', `/call/${randomUUID()}`])(
    'GET %s is forbidden to a public key',
    async (path) => {
      const answer = await server().send('GET', path, { key: server().publicKey });
      expect([answer.status, answer.json.code]).toEqual([403, 'forbidden']);
    },
  );
});
