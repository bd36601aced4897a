import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createdOrgSchema, orgSchema } from '@kindling/protocol';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeOnBothDatabases } from '../../../testing/databases/describe-databases.ts';
import { addOrgRows } from '../../../testing/databases/org-rows.ts';
import { testDatabases } from '../../../testing/databases/test-databases.ts';
import { createTestServer, type TestServer } from '../../../testing/server/test-server.ts';
import type { OpenDatabase } from '../../platform/database/database.ts';
import { idempotencyTable, toolTable, userTable } from '../../platform/database/platform-tables.ts';
import { callTable, orgTable } from '../../platform/database/schema.ts';

describeOnBothDatabases('organisations', (server, database) => {
  const create = async (body: object = { name: 'School' }) => {
    const answer = await server().send('POST', '/org', { body });
    expect(answer.status).toBe(201);
    return createdOrgSchema.parse(answer.json);
  };

  it('is created with its first key, which is an admin’s and shown once', async () => {
    const { privateKey: key, ...org } = await create({ name: 'School', channel: 'default' });
    const read = await server().send('GET', `/org/${org.id}`, { key });
    expect(read.json).toEqual(org);
    expect(read.json).toMatchObject({ name: 'School', channel: 'default' });
    expect((await server().send('GET', '/org', { key })).json).toEqual([org]);
    expect((await server().send('GET', '/token', { key })).json).toHaveLength(1);
  });

  it('gets the name that stands for none', async () => {
    expect((await create({})).name).toBe('Organisation');
  });

  it('keeps settings, changes those named, and takes away what is null', async () => {
    const { id, privateKey: key } = await create();
    const change = (body: object) => server().send('PATCH', `/org/${id}`, { key, body });
    const hook = { url: 'https://hook.example/kindling', timeoutSeconds: 5 };
    expect((await change({ server: hook, concurrencyLimit: 3 })).status).toBe(200);
    const renamed = await change({ name: 'College' });
    expect(orgSchema.parse(renamed.json)).toMatchObject({
      name: 'College',
      server: hook,
      concurrencyLimit: 3,
    });
    const without = await change({ server: null });
    expect(without.json.server).toBeUndefined();
    expect(without.json.concurrencyLimit).toBe(3);
  });

  it('has as many calls at once as its limit allows', async () => {
    const { id, privateKey: key } = await create({ name: 'Small', concurrencyLimit: 1 });
    const body = { assistant: { name: 'Ada' } };
    const start = () => server().send('POST', '/call/web', { key, body });
    expect((await start()).status).toBe(201);
    const second = await start();
    expect([second.status, second.json.code]).toEqual([429, 'concurrency_limit']);
    expect((await server().send('POST', '/call/web', { body })).status).toBe(201);
    await server().send('PATCH', `/org/${id}`, { key, body: { concurrencyLimit: 2 } });
    expect((await start()).status).toBe(201);
  });

  it('is changed only in the state that If-Match names', async () => {
    const { id, privateKey: key } = await create();
    const tag = (await server().send('GET', `/org/${id}`, { key })).headers.get('etag') ?? '';
    const change = () =>
      server().send('PATCH', `/org/${id}`, {
        key,
        body: { name: 'x' },
        headers: { 'If-Match': tag },
      });
    expect((await change()).status).toBe(200);
    expect((await change()).json.code).toBe('precondition_failed');
  });

  it.each([
    [{ name: 'x'.repeat(41) }, 'name'],
    [{ concurrencyLimit: 11 }, 'concurrencyLimit'],
    [{ server: { url: 'file:///etc/passwd' } }, 'server.url'],
    [{ hipaaEnabled: true }, 'hipaaEnabled'],
    [{ compliancePlan: { pciEnabled: true } }, 'compliancePlan.pciEnabled'],
    [{}, ''],
  ])('refuses %j and names the field', async (body, field) => {
    const answer = await server().send('PATCH', `/org/${server().orgId}`, { body });
    expect([answer.status, answer.json.fields?.[0].path]).toEqual([400, field]);
  });

  it('repeats a creation with its key, which is not in the database for all to read', async () => {
    const headers = { 'Idempotency-Key': 'once' };
    const send = () => server().send('POST', '/org', { body: { name: 'Twice' }, headers });
    const [one, two] = [await send(), await send()];
    expect(two.json).toEqual(one.json);
    const kept = JSON.stringify(await database().db.select().from(idempotencyTable));
    expect(kept).toContain('sealed');
    expect(kept).not.toContain(one.json.privateKey);
  });

  it('makes a session of an hour, worth what its key is worth', async () => {
    const { tokens, addToken, send, clock, orgId } = server();
    const key = await addToken({ kind: 'private', name: 'x', role: 'viewer' });
    const { json } = await send('GET', `/org/${orgId}/auth`, { key });
    expect(json.aud).toEqual({ orgId });
    const use = (method: string, path: string) =>
      send(method, path, { key: json.accessToken, ...(method === 'POST' ? { body: {} } : {}) });
    expect((await use('GET', '/assistant')).status).toBe(200);
    expect((await use('POST', '/assistant')).json.code).toBe('forbidden');
    expect((await use('GET', `/org/${orgId}/auth`)).json.code).toBe('forbidden');
    clock.advance(60 * 60_000 + 1_000);
    expect((await use('GET', '/assistant')).json.code).toBe('token_expired');
    const again = await send('GET', `/org/${orgId}/auth`, { key });
    await tokens.revoke((await tokens.findByKey(key))?.id ?? '');
    const revoked = await send('GET', '/assistant', { key: again.json.accessToken });
    expect([revoked.status, revoked.json.code]).toEqual([401, 'token_revoked']);
  });

  it('is not deleted while the site rests on it, or a call goes on', async () => {
    const own = await server().send('DELETE', `/org/${server().orgId}`);
    expect([own.status, own.json.code]).toEqual([409, 'conflict']);
    const { id, privateKey: key } = await create();
    const { ids } = await addOrgRows(database().db, id, 'busy');
    await database()
      .db.update(callTable)
      .set({ status: 'in-progress', endedAt: null, endedReason: null })
      .where(eq(callTable.id, ids.call ?? ''));
    expect((await server().send('DELETE', `/org/${id}`, { key })).status).toBe(409);
  });
});

for (const { name, missing, open } of testDatabases) {
  describe.skipIf(missing !== null)(`deleting an organisation on ${name}`, () => {
    let database: OpenDatabase;
    let server: TestServer;
    let blobFolder: string;

    beforeAll(async () => {
      blobFolder = await mkdtemp(join(tmpdir(), 'kindling-blobs-'));
      database = await open();
      server = await createTestServer(database, {}, { blobFolder });
    }, 60_000);
    afterAll(async () => {
      await server.jobs.close();
      await database.close();
      await rm(blobFolder, { recursive: true });
    });

    it('takes everything with it, on the disk too', async () => {
      const made = await server.send('POST', '/org', { body: { name: 'Gone soon' } });
      const { id, privateKey: key } = made.json;
      const { ids } = await addOrgRows(database.db, id, 'gone-soon');
      const own = [
        join(blobFolder, 'files', id),
        join(blobFolder, 'recordings', ids.recording ?? ''),
      ];
      const others = join(blobFolder, 'files', server.orgId);
      for (const folder of [...own, others]) {
        await mkdir(folder, { recursive: true });
        await writeFile(join(folder, 'content'), 'said in confidence');
      }
      const answer = await server.send('DELETE', `/org/${id}`, { key });
      expect([answer.status, answer.json.name]).toEqual([200, 'Gone soon']);
      server.jobs.start();
      await server.jobs.settled();
      expect(own.map((folder) => existsSync(folder))).toEqual([false, false]);
      expect(existsSync(others)).toBe(true);
      for (const table of [toolTable, callTable])
        expect(await database.db.select().from(table).where(eq(table.orgId, id))).toEqual([]);
      expect(await database.db.select().from(orgTable).where(eq(orgTable.id, id))).toEqual([]);
      // Who belonged to it alone is forgotten.
      expect(await database.db.select().from(userTable)).toEqual([]);
      const after = await server.send('GET', '/org', { key });
      expect([after.status, after.json.code]).toEqual([401, 'unauthenticated']);
    });
  });
}
