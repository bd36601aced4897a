import { randomUUID } from 'node:crypto';
import { assistantVersionSchema } from '@kindling/protocol';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { describeOnBothDatabases } from '../../../testing/databases/describe-databases.ts';
import { newestFirst } from '../../../testing/requests/newest-first.ts';
import {
  assistantVersionTable,
  campaignTable,
  phoneNumberTable,
  squadTable,
  testSuiteTable,
} from '../../platform/database/platform-tables.ts';

describeOnBothDatabases('versions of assistants', (server, database) => {
  const create = async (body: unknown = { name: 'Ada' }): Promise<string> =>
    (await server().send('POST', '/assistant', { body })).json.id;
  const versions = async (id: string, query = '') =>
    (await server().send('GET', `/assistant/${id}/version${query}`)).json;

  it('keeps every state, newest first', async () => {
    const id = await create({ name: 'Ada', firstMessage: 'Hi.' });
    await server().send('PATCH', `/assistant/${id}`, { body: { name: 'Bea' } });
    const { json } = await server().send('PUT', `/assistant/${id}`, { body: { name: 'Cy' } });
    const { results, metadata } = await versions(id);
    for (const version of results) assistantVersionSchema.parse(version);
    const states = results.map((one: { version: number; assistant: object }) => [
      one.version,
      one.assistant,
    ]);
    expect(states).toEqual([
      [3, { name: 'Cy' }],
      [2, { name: 'Bea', firstMessage: 'Hi.' }],
      [1, { name: 'Ada', firstMessage: 'Hi.' }],
    ]);
    expect(results[0].createdAt).toBe(json.updatedAt);
    expect(metadata.totalItems).toBe(3);
  });

  it('numbers changes at the same moment one after another', async () => {
    const id = await create();
    const changes = ['Bea', 'Cy', 'Di', 'Eve'].map((name) =>
      server().send('PATCH', `/assistant/${id}`, { body: { name } }),
    );
    await Promise.all(changes);
    const { results } = await versions(id);
    expect(results.map((one: { version: number }) => one.version)).toEqual([5, 4, 3, 2, 1]);
    const now = (await server().send('GET', `/assistant/${id}`)).json;
    expect(results[0].assistant.name).toBe(now.name);
  });

  it('keeps none of a change that was refused', async () => {
    const id = await create();
    const headers = { 'If-Match': '"2020-01-01T00:00:00.000Z"' };
    const refused = await server().send('PATCH', `/assistant/${id}`, {
      headers,
      body: { name: 'Bea' },
    });
    expect(refused.status).toBe(412);
    expect((await versions(id)).metadata.totalItems).toBe(1);
  });

  it('turns pages by number and by pageState', async () => {
    const id = await create();
    for (const name of ['Bea', 'Cy'])
      await server().send('PATCH', `/assistant/${id}`, { body: { name } });
    const first = await versions(id, '?limit=2');
    expect(first.nextPageState).toBe('2');
    await server().send('PATCH', `/assistant/${id}`, { body: { name: 'Di' } });
    const rest = await versions(id, `?limit=2&pageState=${first.nextPageState}`);
    const { nextCursor } = first.metadata;
    expect(await versions(id, `?limit=2&cursor=${nextCursor}`)).toEqual(rest);
    expect(rest.results.map((one: { version: number }) => one.version)).toEqual([1]);
    expect(rest.nextPageState).toBeUndefined();
    const second = await versions(id, '?limit=3&page=2');
    expect(second.results.map((one: { version: number }) => one.version)).toEqual([1]);
  });

  it('tells the first version of an assistant that is older than versions are', async () => {
    const id = await create({ name: 'Old' });
    const table = assistantVersionTable;
    await database().db.delete(table).where(eq(table.assistantId, id));
    const before = await versions(id);
    expect(before.results).toMatchObject([{ version: 1, assistant: { name: 'Old' } }]);
    await server().send('PATCH', `/assistant/${id}`, { body: { name: 'New' } });
    const names = (await versions(id)).results.map(
      (one: { assistant: { name: string } }) => one.assistant.name,
    );
    expect(names).toEqual(['New', 'Old']);
  });

  it('goes with its assistant', async () => {
    const id = await create();
    expect((await server().send('DELETE', `/assistant/${id}`)).status).toBe(200);
    expect((await server().send('GET', `/assistant/${id}/version`)).status).toBe(404);
    const table = assistantVersionTable;
    const left = await database().db.select().from(table).where(eq(table.assistantId, id));
    expect(left).toEqual([]);
  });

  it.each([
    ['phone number', phoneNumberTable, {}, (id: string) => ({ assistantId: id })],
    ['squad', squadTable, {}, (id: string) => ({ members: [{ assistantId: id }] })],
    ['campaign', campaignTable, { status: 'scheduled' }, (id: string) => ({ assistantId: id })],
    ['test suite', testSuiteTable, {}, (id: string) => ({ targetPlan: { assistantId: id } })],
  ] as const)('is not deleted while a %s uses it', async (kind, table, columns, body) => {
    const id = await create();
    const row = {
      id: randomUUID(),
      orgId: server().orgId,
      body: body(id),
      ...columns,
      createdAt: new Date(),
      updatedAt: new Date(),
    };
    await database()
      .db.insert(table)
      .values(row as never);
    const refused = await server().send('DELETE', `/assistant/${id}`);
    expect([refused.status, refused.json.code]).toEqual([409, 'conflict']);
    expect(refused.json.message).toContain(`${kind} ${row.id}`);
    await database().db.delete(table).where(eq(table.id, row.id));
    expect((await server().send('DELETE', `/assistant/${id}`)).status).toBe(200);
  });

  it('is not deleted while a public key leads to it', async () => {
    const refused = await server().send('DELETE', `/assistant/${server().assistantId}`);
    expect(refused.json.message).toContain('public key');
  });

  it('lists assistants in pages that do not move', async () => {
    const made = [];
    for (const name of ['Ada', 'Bea', 'Cy'])
      made.push((await server().send('POST', '/assistant', { body: { name } })).json);
    const ids = made.toSorted(newestFirst).map(({ id }) => id);
    const first = (await server().send('GET', '/v2/assistant?limit=2')).json;
    expect(first.results.map((one: { id: string }) => one.id)).toEqual(ids.slice(0, 2));
    await create();
    const next = `/v2/assistant?limit=1&cursor=${first.metadata.nextCursor}`;
    expect((await server().send('GET', next)).json.results[0].id).toBe(ids[2]);
    const oldest = (await server().send('GET', '/v2/assistant?sortOrder=ASC&limit=1')).json;
    expect(oldest.results[0].id).toBe(server().assistantId);
    expect(oldest.metadata.totalItems).toBeGreaterThan(4);
  });

  it('takes no keys of providers', async () => {
    const body = { credentials: [{ provider: 'openai', apiKey: 'sk-1' }] };
    const refused = await server().send('POST', '/assistant', { body });
    expect([refused.status, refused.json.fields[0].path]).toEqual([400, 'credentials']);
    expect(JSON.stringify(refused.json)).not.toContain('sk-1');
  });

  const missing = `/assistant/${randomUUID()}/version`;
  it.each([
    [missing, 404, {}],
    [missing, 401, { key: null }],
    ['/assistant/x/version', 400, {}],
    [`${missing}?pageState=x`, 400, {}],
    ['/v2/assistant', 401, { key: null }],
    ['/v2/assistant?sortOrder=UP', 400, {}],
    ['/v2/assistant?cursor=x', 400, {}],
  ])('GET %s answers %i', async (path, status, options) => {
    expect((await server().send('GET', path, options)).status).toBe(status);
  });

  it.each([missing, '/v2/assistant'])('GET %s is forbidden to a public key', async (path) => {
    const answer = await server().send('GET', path, { key: server().publicKey });
    expect([answer.status, answer.json.code]).toEqual([403, 'forbidden']);
  });
});
