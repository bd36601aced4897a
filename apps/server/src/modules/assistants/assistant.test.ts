import { randomUUID } from 'node:crypto';
import { assistantSchema, type Warning } from '@kindling/protocol';
import { expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';

/** As the server SDK writes it; the browser's writes single quotes. */
const FINAL = 'transcript[transcriptType="final"]';

describeWithServer('assistants', (server) => {
  const create = async (body: unknown = { name: 'Ada' }) =>
    (await server().send('POST', '/assistant', { body })).json;

  it('creates, reads and lists newest first', async () => {
    const answer = await server().send('POST', '/assistant', {
      body: { name: 'Ada', customField: { kept: [1, 2] } },
    });
    expect(answer.status).toBe(201);
    expect(assistantSchema.parse(answer.json)).toMatchObject({
      name: 'Ada',
      customField: { kept: [1, 2] },
    });
    const { warnings: _, ...stored } = answer.json;
    const read = await server().send('GET', `/assistant/${answer.json.id}`);
    expect(read.json).toEqual(stored);
    const list = await server().send('GET', '/assistant?limit=1');
    expect(list.json).toEqual([stored]);
  });

  it('warns of what does nothing here, and keeps the assistant and not the warning', async () => {
    const voice = { provider: '11labs', voiceId: 'adam', stability: 0.5 };
    const created = await server().send('POST', '/assistant', { body: { name: 'Eve', voice } });
    const path = `/assistant/${created.json.id}`;
    const warned = ['voice.provider', 'voice.stability'];
    const pathsOf = ({ json }: typeof created) => json.warnings.map((one: Warning) => one.path);
    expect(pathsOf(created)).toEqual(warned);
    const replaced = await server().send('PUT', path, { body: created.json });
    expect(pathsOf(replaced)).toEqual(warned);
    const { json } = await server().send('GET', path);
    expect([json.voice, json.warnings]).toEqual([voice, undefined]);
  });

  it('filters a list by creation time', async () => {
    const { createdAt } = await create();
    const after = await server().send('GET', `/assistant?createdAtGt=${createdAt}`);
    expect(after.json.every((one: { createdAt: string }) => one.createdAt > createdAt)).toBe(true);
    const from = await server().send('GET', `/assistant?createdAtGe=${createdAt}`);
    expect(from.json.length).toBeGreaterThan(after.json.length);
  });

  it('changes only the named fields', async () => {
    const { id } = await create({ name: 'Ada', firstMessage: 'Hi.' });
    const answer = await server().send('PATCH', `/assistant/${id}`, { body: { name: 'Bea' } });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ id, name: 'Bea', firstMessage: 'Hi.' });
  });

  it('replaces whole, and never its id or org', async () => {
    const { id, orgId } = await create({ name: 'Ada', firstMessage: 'Hi.' });
    const body = { name: 'Cy', id: randomUUID(), orgId: randomUUID() };
    const answer = await server().send('PUT', `/assistant/${id}`, { body });
    expect(answer.json).toMatchObject({ id, orgId, name: 'Cy' });
    expect(answer.json.firstMessage).toBeUndefined();
  });

  it('deletes', async () => {
    const { id } = await create();
    expect((await server().send('DELETE', `/assistant/${id}`)).status).toBe(200);
    expect((await server().send('GET', `/assistant/${id}`)).status).toBe(404);
  });

  it('shows secrets of servers to who may change them, and to nobody else', async () => {
    const viewer = await server().addToken({ kind: 'private', name: 'Reader', role: 'viewer' });
    const hook = {
      ...{ url: 'https://a.example/hook', secret: 'mark', headers: { 'x-key': 'mark' } },
    };
    const { id, ...created } = await create({ server: hook, serverMessages: [FINAL] });
    expect(created.server).toEqual(hook);
    for (const path of [
      ...[`/assistant/${id}`, '/assistant', '/v2/assistant', `/assistant/${id}/version`],
    ]) {
      const read = await server().send('GET', path, { key: viewer });
      expect([read.status, JSON.stringify(read.json).includes(hook.url)]).toEqual([200, true]);
      expect(JSON.stringify(read.json)).not.toContain('mark');
    }
    // What is read can be sent back.
    const { json } = await server().send('GET', `/assistant/${id}`);
    const replaced = await server().send('PUT', `/assistant/${id}`, { body: json });
    expect(replaced.json.server).toEqual(hook);
  });

  it('names what the organisation does not have, in creating and in changing', async () => {
    const other = await server().send('POST', '/org', { body: { name: 'Elsewhere' } });
    const tool = { type: 'endCall' };
    const theirs = await server().send('POST', '/tool', { body: tool, key: other.json.privateKey });
    const own = await server().send('POST', '/tool', { body: tool });
    const { id } = await create({ model: { provider: 'kindling', toolIds: [own.json.id] } });
    const nobody = randomUUID();
    const model = {
      provider: 'kindling',
      toolIds: [own.json.id, theirs.json.id],
      knowledgeBaseId: nobody,
      knowledgeBase: { provider: 'kindling', fileIds: [nobody] },
      tools: [{ type: 'query', knowledgeBases: [{ name: 'School', fileIds: [nobody] }] }],
    };
    const body = { model, server: { url: 'https://a.example', credentialId: nobody } };
    for (const [method, path, status] of [
      ['POST', '/assistant', 201],
      ['PATCH', `/assistant/${id}`, 200],
      ['PUT', `/assistant/${id}`, 200],
    ] as const) {
      const answer = await server().send(method, path, { body });
      expect(answer.status).toBe(status);
      expect(answer.json.warnings.map((field: { path: string }) => field.path)).toEqual([
        ...['model.toolIds.1', 'model.tools.0.knowledgeBases.0.fileIds.0'],
        ...['model.knowledgeBase.fileIds.0', 'model.knowledgeBaseId', 'server.credentialId'],
      ]);
    }
  });

  it.each([
    ['POST', '/assistant', { credentials: [{ provider: 'openai' }] }, 'credentials'],
    ['POST', '/assistant', { server: { url: 'nowhere' } }, 'server.url'],
    [
      'POST',
      '/assistant',
      { compliancePlan: { hipaaEnabled: 'yes' } },
      'compliancePlan.hipaaEnabled',
    ],
    ['POST', '/assistant', { model: { provider: 'openai', url: 'x' } }, 'model.url'],
    ['POST', '/assistant', { firstMessage: 'a\u0000b' }, 'firstMessage'],
    ['POST', '/assistant', { metadata: { note: '\ud800' } }, 'metadata.note'],
    ['PATCH', `/assistant/${randomUUID()}`, {}, ''],
    ['PUT', `/assistant/${randomUUID()}`, [], ''],
  ])('%s %s refuses %j and names the field', async (method, path, body, field) => {
    const answer = await server().send(method, path, { body });
    expect(answer.status).toBe(400);
    expect(answer.json.code).toBe('bad_request');
    expect(answer.json.fields[0].path).toBe(field);
  });

  it('makes do with what does not fit, and names it', async () => {
    const body = {
      name: 'x'.repeat(101),
      silenceTimeoutSeconds: 5,
      maxDurationSeconds: '600',
      firstMessageMode: 'somehow',
      voice: null,
      model: {
        messages: [{ role: 'system', content: [{ type: 'text', text: 'Be kind.' }] }],
        temperature: 3,
        tools: [
          { type: 'function', function: { name: 'look up', parameters: { properties: {} } } },
          { type: 'function' },
          { type: 'sms', metadata: { from: '+1' } },
        ],
      },
    };
    const { status, json } = await server().send('POST', '/assistant', { body });
    expect([status, json]).toMatchObject([
      201,
      {
        name: 'x'.repeat(100),
        silenceTimeoutSeconds: 10,
        maxDurationSeconds: 600,
        model: {
          provider: 'openai',
          messages: [{ role: 'system', content: 'Be kind.' }],
          temperature: 2,
          tools: [{ type: 'function', function: { name: 'look_up' } }, { type: 'sms' }],
        },
      },
    ]);
    expect(json).not.toHaveProperty('firstMessageMode');
    expect(json).not.toHaveProperty('voice');
    const paths = json.warnings.map(({ path }: Warning) => path).toSorted();
    expect(paths).toEqual([
      ...['firstMessageMode', 'model.provider', 'model.temperature'],
      'model.tools.0.function.name',
      ...['model.tools.1', 'model.tools.1.metadata', 'model.tools.1.type'],
      ...['name', 'silenceTimeoutSeconds', 'voice'],
    ]);
    const [kept] = (await server().send('GET', '/assistant?limit=1')).json;
    expect(kept).not.toHaveProperty('warnings');
  });

  it('refuses a query that does not fit', async () => {
    const answer = await server().send('GET', '/assistant?limit=many');
    expect([answer.status, answer.json.fields[0].path]).toEqual([400, 'limit']);
  });

  const rows = [
    ['POST', '/assistant'],
    ['GET', '/assistant'],
    ['GET', `/assistant/${randomUUID()}`],
    ['PATCH', `/assistant/${randomUUID()}`],
    ['PUT', `/assistant/${randomUUID()}`],
    ['DELETE', `/assistant/${randomUUID()}`],
  ] as const;

  it.each(rows)('%s %s needs a key', async (method, path) => {
    const answer = await server().send(method, path, { key: null });
    expect([answer.status, answer.json.code]).toEqual([401, 'unauthenticated']);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  it.each(rows)('%s %s is forbidden to a public key', async (method, path) => {
    const answer = await server().send(method, path, { key: server().publicKey });
    expect([answer.status, answer.json.code]).toEqual([403, 'forbidden']);
  });

  it.each(rows.slice(2))('%s %s answers 404 for what is missing', async (method, path) => {
    const body = method === 'PATCH' || method === 'PUT' ? { name: 'Ada' } : undefined;
    const answer = await server().send(method, path, { body });
    expect([answer.status, answer.json.code]).toEqual([404, 'not_found']);
  });

  it.each(['GET', 'DELETE'])('%s refuses an id that is none', async (method) => {
    const answer = await server().send(method, '/assistant/not-an-id');
    expect([answer.status, answer.json.fields[0].path]).toEqual([400, 'id']);
  });
});
