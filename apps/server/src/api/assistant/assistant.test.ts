import { randomUUID } from 'node:crypto';
import { assistantSchema } from '@kindling/protocol';
import { expect, it } from 'vitest';
import { describeOnBothDatabases } from '../../testing/describe-databases.ts';

describeOnBothDatabases('assistants', (server) => {
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
    const read = await server().send('GET', `/assistant/${answer.json.id}`);
    expect(read.json).toEqual(answer.json);
    const list = await server().send('GET', '/assistant?limit=1');
    expect(list.json).toEqual([answer.json]);
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

  it.each([
    ['POST', '/assistant', { name: 'x'.repeat(41) }, 'name'],
    ['POST', '/assistant', { model: { provider: 7 } }, 'model.provider'],
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
