import { randomUUID } from 'node:crypto';
import { tokenSchema } from '@kindling/protocol';
import { beforeEach, expect, it } from 'vitest';
import { describeOnBothDatabases } from '../../../testing/databases/describe-databases.ts';
import { newestFirst } from '../../../testing/requests/newest-first.ts';

describeOnBothDatabases('keys', (server) => {
  let orgId = '';
  let owner = '';

  beforeEach(async () => {
    const { json } = await server().send('POST', '/org', { body: { name: 'School' } });
    [orgId, owner] = [json.id, json.privateKey];
  });

  const send = (method: string, path: string, body?: unknown) =>
    server().send(method, `/token${path}`, { key: owner, ...(body ? { body } : {}) });
  const create = async (body: object) => {
    const answer = await send('POST', '', body);
    expect(answer.status).toBe(201);
    return tokenSchema.parse(answer.json);
  };
  const use = (key: string, method = 'GET', body?: unknown) =>
    server().send(method, '/assistant', { key, ...(body ? { body } : {}) });

  it('shows a private key once, and its last characters from then on', async () => {
    const { value, ...key } = await create({ name: 'Laptop', role: 'viewer' });
    expect(key).toMatchObject({ tag: 'private', name: 'Laptop', role: 'viewer', orgId });
    expect((await use(value)).status).toBe(200);
    expect((await use(value, 'POST', {})).status).toBe(403);
    const read = (await send('GET', `/${key.id}`)).json;
    expect(read).toEqual({ ...key, value: `kd_prv_****${value.slice(-4)}` });
    const list = (await send('GET', '')).json;
    expect(list).toHaveLength(2);
    expect(list).toContainEqual(read);
    expect(list).toEqual(list.toSorted(newestFirst));
    expect(JSON.stringify(list)).not.toContain(value);
  });

  it('shows a public key whole, with what it may do', async () => {
    const assistant = await use(owner, 'POST', { name: 'Ada' });
    const restrictions = {
      ...{ allowedOrigins: ['https://school.example'], allowTransientAssistant: false },
      allowedAssistantIds: [assistant.json.id],
      allowedModelProviders: ['openai'],
    };
    const key = await create({ tag: 'public', name: 'Page', restrictions });
    expect(key.restrictions).toEqual({ enabled: true, ...restrictions });
    expect(key.role).toBeUndefined();
    expect((await send('GET', `/${key.id}`)).json.value).toBe(key.value);
    expect((await use(key.value)).json.code).toBe('forbidden');
  });

  it('opens nothing while it is switched off', async () => {
    const { id, value } = await create({ restrictions: { enabled: false } });
    expect((await use(value)).json.code).toBe('token_disabled');
    await send('PATCH', `/${id}`, { restrictions: { enabled: true } });
    expect((await use(value)).status).toBe(200);
  });

  it('opens nothing once its time is over', async () => {
    const { id, value } = await create({ expiresAt: new Date(Date.now() - 1).toISOString() });
    expect((await use(value)).json.code).toBe('token_expired');
    await send('PATCH', `/${id}`, { expiresAt: null });
    expect((await use(value)).status).toBe(200);
  });

  it('changes what is named, and leaves the other restrictions', async () => {
    const restrictions = { allowedAssistantIds: [], allowedOrigins: ['https://a.example'] };
    const { id } = await create({ tag: 'public', restrictions });
    const answer = await send('PATCH', `/${id}`, {
      ...{ name: 'New', restrictions: { allowedOrigins: ['https://b.example'] } },
    });
    expect(answer.json).toMatchObject({
      name: 'New',
      restrictions: { allowedAssistantIds: [], allowedOrigins: ['https://b.example'] },
    });
  });

  it('is gone for good when it was deleted', async () => {
    const { id, value } = await create({});
    expect((await send('DELETE', `/${id}`)).status).toBe(200);
    expect((await use(value)).json.code).toBe('token_revoked');
    expect((await send('GET', `/${id}`)).status).toBe(404);
    expect((await send('PATCH', `/${id}`, { name: 'x' })).status).toBe(404);
    expect((await send('DELETE', `/${id}`)).status).toBe(404);
    expect((await send('GET', '')).json).toHaveLength(1);
  });

  it('stays when it is the last one of an admin', async () => {
    const [own] = (await send('GET', '')).json;
    await create({ role: 'editor' });
    const changes = [
      await send('DELETE', `/${own.id}`),
      await send('PATCH', `/${own.id}`, { role: 'viewer' }),
      await send('PATCH', `/${own.id}`, { restrictions: { enabled: false } }),
      await send('PATCH', `/${own.id}`, { expiresAt: new Date(0).toISOString() }),
    ];
    expect(changes.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
    expect((await use(owner)).status).toBe(200);
    const other = await create({});
    expect((await send('DELETE', `/${own.id}`)).status).toBe(200);
    expect((await use(other.value)).status).toBe(200);
  });

  it('stays when two admins take away each other’s at the same time', async () => {
    const [own] = (await send('GET', '')).json;
    const other = await create({});
    const remove = (id: string, key: string) => server().send('DELETE', `/token/${id}`, { key });
    const both = await Promise.all([remove(own.id, other.value), remove(other.id, owner)]);
    // Who is later is refused, or finds the own key gone before it was looked at.
    const [first, second] = both.map(({ status }) => status).toSorted();
    expect(first).toBe(200);
    expect([401, 409]).toContain(second);
    const left = await Promise.all([use(owner), use(other.value)]);
    expect(left.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });

  it('is of one organisation, whatever a body says', async () => {
    const foreign = { orgId: server().orgId, userId: randomUUID() };
    const key = await create({ ...foreign, restrictions: { ...foreign } });
    expect([key.orgId, key.userId]).toEqual([orgId, null]);
  });

  it.each([
    [{ tag: 'secret' }, 'tag'],
    [{ tag: 'public', role: 'admin' }, 'role'],
    [{ restrictions: { allowedOrigins: ['school.example'] } }, 'restrictions.allowedOrigins.0'],
    [
      { tag: 'public', restrictions: { allowedAssistantIds: [randomUUID()] } },
      'restrictions.allowedAssistantIds',
    ],
    [{ expiresAt: 'tomorrow' }, 'expiresAt'],
  ])('refuses %j and names the field', async (body, field) => {
    const answer = await send('POST', '', body);
    expect([answer.status, answer.json.fields[0].path]).toEqual([400, field]);
  });

  it('does not change its kind', async () => {
    const { id } = await create({});
    const answer = await send('PATCH', `/${id}`, { tag: 'public' });
    expect([answer.status, answer.json.fields[0].path]).toEqual([400, 'tag']);
  });
});
