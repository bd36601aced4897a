import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';

describeWithServer('templates', (server) => {
  const create = async (body: unknown) => {
    const answer = await server().send('POST', '/template', { body });
    expect(answer.status, JSON.stringify(answer.json)).toBe(201);
    return answer.json;
  };
  const names = async (path: string) => {
    const { json } = await server().send('GET', path);
    return json.map((one: { name: string }) => one.name).sort();
  };

  it('are created one at a time or together, read, changed and deleted', async () => {
    const one = await create({
      name: 'Hook',
      details: { type: 'function', function: { name: 'f' } },
    });
    expect(one).toMatchObject({ type: 'tool', visibility: 'private', orgId: server().orgId });
    const two = await create([{ name: 'A' }, { name: 'B' }]);
    expect(two.map((made: { name: string }) => made.name)).toEqual(['A', 'B']);
    const path = `/template/${one.id}`;
    const changed = await server().send('PATCH', path, { body: { name: 'Hooked' } });
    expect(changed.json).toEqual({ ...one, name: 'Hooked', updatedAt: changed.json.updatedAt });
    expect((await server().send('GET', path)).json).toEqual(changed.json);
    for (const { id } of [one, ...two])
      expect((await server().send('DELETE', `/template/${id}`)).status).toBe(200);
    expect(await names('/template')).toEqual([]);
  });

  it('are stored all or none', async () => {
    const answer = await server().send('POST', '/template', {
      body: [{ name: 'good' }, { name: 'x'.repeat(41) }],
    });
    expect(answer.status).toBe(400);
    expect(await names('/template')).toEqual([]);
  });

  it('are narrowed by collection, visibility and provider, and pinned', async () => {
    const metadata = { collectionId: 'col-1' };
    await create({ name: 'a', metadata, visibility: 'public', provider: 'make', pinned: true });
    const { id } = await create({ name: 'b', metadata, provider: 'function' });
    await create({ name: 'c' });
    expect(await names('/template?collectionId=col-1')).toEqual(['a', 'b']);
    expect(await names('/template?visibility=private')).toEqual(['b', 'c']);
    expect(await names('/template?provider=make&collectionId=col-1')).toEqual(['a']);
    expect(await names('/template/pinned')).toEqual(['a']);
    await server().send('PATCH', `/template/${id}`, { body: { pinned: true } });
    await server().send('PATCH', `/template/${id}`, { body: { name: 'bb' } });
    expect(await names('/template/pinned')).toEqual(['a', 'bb']);
  });

  const missing = `/template/${randomUUID()}`;
  const rows = [
    ['POST', '/template'],
    ['GET', '/template'],
    ['GET', '/template/pinned'],
    ['GET', missing],
    ['PATCH', missing],
    ['DELETE', missing],
  ] as const;
  it.each(rows)('%s %s needs a private key', async (method, path) => {
    expect((await server().send(method, path, { key: null })).status).toBe(401);
    expect((await server().send(method, path, { key: server().publicKey })).status).toBe(403);
  });

  it.each(['GET', 'PATCH', 'DELETE'])('%s answers 404 for what is missing', async (method) => {
    const body = method === 'PATCH' ? { name: 'x' } : undefined;
    expect((await server().send(method, missing, { body })).status).toBe(404);
  });

  it.each([
    ['POST', '/template', { type: 'squad' }],
    ['POST', '/template', []],
    ['PATCH', missing, {}],
    ['GET', '/template?provider=zapier', undefined],
  ])('%s %s refuses %j', async (method, path, body) => {
    const answer = await server().send(method, path, { body });
    expect([answer.status, answer.json.code]).toEqual([400, 'bad_request']);
  });
});
