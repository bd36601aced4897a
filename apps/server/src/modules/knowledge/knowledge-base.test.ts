import { randomUUID } from 'node:crypto';
import { knowledgeBaseSchema } from '@kindling/protocol';
import { expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';
import { uploadText } from '../../../testing/requests/upload-text.ts';

const ownServer = { url: 'https://school.example/knowledge' };

describeWithServer('knowledge bases', (server) => {
  const upload = async (text = 'Open from nine.', name = 'hours.txt'): Promise<string> =>
    (await uploadText(server(), { text, name })).json.id;
  const create = (body: unknown) => server().send('POST', '/knowledge-base', { body });

  it.each([
    ['files', (id: string) => ({ provider: 'kindling', name: 'Hours', fileIds: [id] })],
    [
      'files, as written for another provider',
      (id: string) => ({
        provider: 'trieve',
        searchPlan: { searchType: 'bm25', topK: 3 },
        createPlan: { type: 'create', chunkPlans: [{ fileIds: [id], targetSplitsPerChunk: 20 }] },
      }),
    ],
    ['a server of one’s own', () => ({ provider: 'custom-knowledge-base', server: ownServer })],
  ])('are created over %s, read and listed', async (_, form) => {
    const answer = await create(form(await upload()));
    expect(answer.status).toBe(201);
    expect(knowledgeBaseSchema.parse(answer.json)).toMatchObject(
      form(expect.any(String) as string),
    );
    const { id } = answer.json;
    expect((await server().send('GET', `/knowledge-base/${id}`)).json).toEqual(answer.json);
    expect((await server().send('GET', '/knowledge-base?limit=1')).json).toEqual([answer.json]);
  });

  it('are changed field by field, and stay what they are', async () => {
    const fileIds = [await upload()];
    const { json } = await create({ provider: 'kindling', name: 'A', description: 'x', fileIds });
    const path = `/knowledge-base/${json.id}`;
    const changed = await server().send('PATCH', path, { body: { name: 'B', description: null } });
    expect(changed.json).toMatchObject({ provider: 'kindling', name: 'B', fileIds });
    expect(changed.json.description).toBeUndefined();
    const other = await server().send('PATCH', path, { body: { provider: 'trieve' } });
    expect([other.status, other.json.fields[0].path]).toEqual([400, 'provider']);
    const unknown = await server().send('PATCH', path, { body: { fileIds: [randomUUID()] } });
    expect([unknown.status, unknown.json.fields[0].path]).toEqual([400, 'fileIds.0']);
  });

  it('hold on to their files, and assistants to them', async () => {
    const fileId = await upload();
    const base = await create({ provider: 'kindling', name: 'Shelf', fileIds: [fileId] });
    const path = `/knowledge-base/${base.json.id}`;
    const file = await server().send('DELETE', `/file/${fileId}`);
    expect([file.status, file.json.message]).toEqual([409, expect.stringContaining('“Shelf”')]);
    const model = { provider: 'kindling', knowledgeBaseId: base.json.id };
    const assistant = await server().send('POST', '/assistant', { body: { name: 'Ada', model } });
    const used = await server().send('DELETE', path);
    expect([used.status, used.json.message]).toEqual([409, expect.stringContaining('“Ada”')]);
    await server().send('DELETE', `/assistant/${assistant.json.id}`);
    expect((await server().send('DELETE', path)).status).toBe(200);
    expect((await server().send('DELETE', `/file/${fileId}`)).status).toBe(200);
  });

  it.each([
    [
      'tools',
      'POST /tool',
      (base: object) => ({ type: 'query', function: { name: 'look' }, knowledgeBases: [base] }),
      'look',
    ],
    [
      'assistants',
      'POST /assistant',
      (base: object) => ({ name: 'Own', model: { provider: 'kindling', knowledgeBase: base } }),
      'Own',
    ],
  ])('of %s hold on to their files too', async (_, request, form, name) => {
    const fileId = await upload();
    const [method = '', path = ''] = request.split(' ');
    const body = form({ name: 'a', provider: 'kindling', fileIds: [fileId] });
    const user = await server().send(method, path, { body });
    expect(user.status).toBe(201);
    const file = await server().send('DELETE', `/file/${fileId}`);
    expect([file.status, file.json.message]).toEqual([409, expect.stringContaining(`“${name}”`)]);
    await server().send('DELETE', `${path}/${user.json.id}`);
    expect((await server().send('DELETE', `/file/${fileId}`)).status).toBe(200);
  });

  it('refuse files without text, and say why', async () => {
    const fileIds = [await upload('{', 'broken.json')];
    const { status, json } = await create({ provider: 'kindling', fileIds });
    expect([status, json.fields[0]]).toEqual([
      400,
      { path: 'fileIds.0', message: expect.stringContaining('not valid JSON') },
    ]);
  });

  const trieve = (chunkPlan: object) => ({
    provider: 'trieve',
    createPlan: { type: 'create', chunkPlans: [chunkPlan] },
  });
  it.each([
    [{ provider: 'google' }, 'provider'],
    [{ provider: 'kindling' }, 'fileIds'],
    [{ provider: 'kindling', fileIds: ['a'] }, 'fileIds.0'],
    [{ provider: 'kindling', fileIds: [randomUUID()] }, 'fileIds.0'],
    [{ provider: 'kindling', fileIds: [], searchPlan: { topK: 0 } }, 'searchPlan.topK'],
    [
      { provider: 'kindling', fileIds: [], searchPlan: { searchType: 'semantic' } },
      'searchPlan.searchType',
    ],
    [{ provider: 'custom-knowledge-base' }, 'server'],
    [{ provider: 'custom-knowledge-base', server: { url: 'ftp://a.example' } }, 'server.url'],
    [trieve({ websites: ['https://a.example'] }), 'createPlan.chunkPlans.0.websites'],
    [trieve({ fileIds: [randomUUID()] }), 'createPlan.chunkPlans.0.fileIds.0'],
    [{ provider: 'trieve', createPlan: { type: 'import', providerId: 'x' } }, 'createPlan.type'],
  ])('refuse %j and name the field', async (body, field) => {
    const { status, json } = await create(body);
    expect([status, json.code, json.fields[0].path]).toEqual([400, 'bad_request', field]);
  });

  const rows = [
    ['POST', '/knowledge-base', 403],
    ['GET', '/knowledge-base', 200],
    ['GET', `/knowledge-base/${randomUUID()}`, 404],
    ['PATCH', `/knowledge-base/${randomUUID()}`, 403],
    ['DELETE', `/knowledge-base/${randomUUID()}`, 403],
  ] as const;

  it.each(rows)('%s %s: who may, and what is missing', async (method, path, forViewer) => {
    expect((await server().send(method, path, { key: null })).status).toBe(401);
    expect((await server().send(method, path, { key: server().publicKey })).status).toBe(403);
    const key = await server().addToken({ kind: 'private', name: 'reader', role: 'viewer' });
    expect((await server().send(method, path, { key })).status).toBe(forViewer);
    if (path === '/knowledge-base') return;
    const body = method === 'PATCH' ? { name: 'a' } : undefined;
    expect((await server().send(method, path, { body })).status).toBe(404);
  });
});
