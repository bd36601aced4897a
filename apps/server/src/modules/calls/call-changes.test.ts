import { randomUUID } from 'node:crypto';
import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { callMetadataSchema, callSchema, ERROR_STATUS } from '@kindling/protocol';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { storeCall } from '../../../testing/calls/stored-call.ts';
import { storeRecording } from '../../../testing/calls/stored-recording.ts';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';
import type { TestServer } from '../../../testing/server/test-server.ts';
import { callLineTable } from '../../platform/database/call-line-table.ts';
import type { OpenDatabase } from '../../platform/database/database.ts';
import { idempotencyTable, jobTable, logTable } from '../../platform/database/platform-tables.ts';
import { callTable, orgTable, recordingTable } from '../../platform/database/schema.ts';

const KEPT_OF_CALLS = [callLineTable, logTable, jobTable, idempotencyTable, recordingTable];

describeWithServer('starting, changing and deleting calls', (givenServer, givenDatabase) => {
  let database: OpenDatabase;
  let server: TestServer;
  let blobFolder: string;
  beforeAll(() => {
    [server, database] = [givenServer(), givenDatabase()];
    blobFolder = server.blobFolder;
  });

  const start = (body: object, path = '/call') => server.send('POST', path, { body });
  const withAssistant = (body: object = {}) => ({ assistantId: server.assistantId, ...body });
  const store = (row: Parameters<typeof storeCall>[2] = {}) =>
    storeCall(database.db, server.orgId, row);

  it('starts a web call where no number is named, and knows who talks', async () => {
    const customer = { name: 'Ada', externalId: 'c-1' };
    const answer = await start(withAssistant({ customer, transport: { provider: 'daily' } }));
    expect(answer.status).toBe(201);
    const call = callSchema.parse(answer.json);
    expect(call).toMatchObject({ type: 'webCall', status: 'queued', customer });
    expect(call.webCallUrl).toMatch(/\/room\//);
    await server.parts.media.last().join({ sdp: 'v=0' });
    server.parts.media.last().say('playable');
    await expect
      .poll(async () => (await server.send('GET', `/call/${call.id}`)).json.status)
      .toBe('in-progress');
  });

  it('fills in who talks and what the caller sets', async () => {
    const assistant = { firstMessage: 'Hello {{customer.name}}, of {{school}}, {{nobody}}.' };
    const assistantOverrides = { variableValues: { school: 'Elm' } };
    await start({ assistant, assistantOverrides, customer: { name: 'Ada' } });
    await server.parts.media.last().join({ sdp: 'v=0' });
    const { settings } = server.parts.conversations.last().options;
    expect(settings.firstMessage).toBe('Hello Ada, of Elm, .');
  });

  it.each([
    ['/call', { phoneNumberId: randomUUID() }, 'phoneNumberId'],
    ['/call', { phoneNumber: { twilioPhoneNumber: '+14155550100' } }, 'phoneNumber'],
    ['/call', { customers: [{ number: '+14155550100' }] }, 'customers'],
    ['/call', { customerId: 'c-1' }, 'customerId'],
    ['/call', { customer: { number: '+14155550100' } }, 'customer.number'],
    ['/call', { customer: { sipUri: 'sip:a@b.example' } }, 'customer.sipUri'],
    ['/call/phone', { customer: { number: '+14155550100' } }, 'customer.number'],
    ['/call/phone', {}, 'phoneNumberId'],
  ])('POST %s refuses %j: there is no telephony', async (path, body, field) => {
    const answer = await start(withAssistant(body), path);
    expect([answer.status, answer.json.code]).toEqual([
      ERROR_STATUS.not_configured,
      'not_configured',
    ]);
    expect(answer.json.message).toContain('No telephony is configured');
    expect(answer.json.fields[0].path).toBe(field);
  });

  it.each([
    ['/call', {}, 'assistantId'],
    ['/call/phone', {}, 'assistantId'],
    ['/call', { assistantId: 'x' }, 'assistantId'],
    ['/call', { assistant: {}, customers: [] }, 'customers'],
    ['/call', { assistant: {}, customers: [{ number: '0123' }] }, 'customers.0.number'],
    ['/call', { assistant: {}, transport: { provider: 'vapi.websocket' } }, 'transport.provider'],
    ['/call', { assistant: {}, schedulePlan: { earliestAt: 'soon' } }, 'schedulePlan.earliestAt'],
    [
      '/call',
      { assistant: {}, schedulePlan: { earliestAt: '2026-01-01T00:00:00Z' } },
      'schedulePlan',
    ],
  ])('POST %s refuses %j and names %s', async (path, body, field) => {
    const answer = await start(body, path);
    expect([answer.status, answer.json.fields[0].path]).toEqual([400, field]);
  });

  it('changes a name and metadata, of the state one has seen', async () => {
    const id = await store();
    const seen = await server.send('GET', `/call/${id}`);
    const headers = { 'If-Match': seen.headers.get('etag') ?? '' };
    const body = { name: 'Follow-up', metadata: { ticket: 7 } };
    const changed = await server.send('PATCH', `/call/${id}`, { body, headers });
    expect(changed.status).toBe(200);
    expect(callSchema.parse(changed.json)).toMatchObject({ id, ...body });
    const late = await server.send('PATCH', `/call/${id}`, { body: { name: 'Late' }, headers });
    expect([late.status, late.json.code]).toEqual([412, 'precondition_failed']);
    const kept = await server.send('PATCH', `/call/${id}`, { body: { name: null } });
    expect(kept.json).toMatchObject({ name: null, metadata: { ticket: 7 } });
  });

  it.each([
    [{}, ''],
    [{ name: 'x'.repeat(41) }, 'name'],
    [{ status: 'ended' }, 'status'],
  ])('PATCH refuses %j', async (body, field) => {
    const answer = await server.send('PATCH', `/call/${await store()}`, { body });
    expect([answer.status, answer.json.fields[0].path]).toEqual([400, field]);
  });

  it('deletes a call with its recordings, logs, reports and remembered answers', async () => {
    const id = await store();
    const recordingId = await storeRecording(database.db, server.orgId, { callId: id });
    // A film is being made of this one; it is not waited for.
    await storeRecording(database.db, server.orgId, { callId: id, status: 'processing' });
    const folder = join(blobFolder, 'recordings', recordingId);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'audio.ogg'), 'voice');
    const now = new Date();
    const dates = { createdAt: now, updatedAt: now };
    const { orgId } = server;
    await database.db
      .insert(logTable)
      .values({ id: randomUUID(), orgId, type: 'Call', callId: id, body: {}, ...dates });
    await database.db.insert(jobTable).values({
      id: randomUUID(),
      orgId,
      kind: 'webhook',
      payload: { callId: id, said: 'Hello.' },
      createdAt: now,
    });
    await database.db.insert(idempotencyTable).values({
      id: randomUUID(),
      orgId,
      requestHash: '',
      answer: { result: { id } },
      createdAt: now,
    });

    const answer = await server.send('DELETE', `/call/${id}`);
    expect(answer.status).toBe(200);
    expect(callMetadataSchema.parse(answer.json).id).toBe(id);
    expect(JSON.stringify(answer.json)).not.toContain('Hello.');

    expect((await server.send('GET', `/call/${id}`)).status).toBe(404);
    expect((await server.send('GET', `/recordings/${recordingId}`)).status).toBe(404);
    await expect(access(folder)).rejects.toThrow('ENOENT');
    for (const table of [...KEPT_OF_CALLS, callTable])
      expect(JSON.stringify(await database.db.select().from(table))).not.toContain(id);
  });

  it('deletes only the state one has seen, and takes no tag that is none', async () => {
    const id = await store();
    const remove = (tag: string) =>
      server.send('DELETE', `/call/${id}`, { headers: { 'If-Match': tag } });
    expect((await remove('"2020-01-01T00:00:00.000Z"')).json.code).toBe('precondition_failed');
    for (const tag of ['x', '"0000-01-01T00:00:00.000Z"', '"-271821-04-20T00:00:00.000Z"'])
      expect((await remove(tag)).status).toBe(400);
    expect((await remove('"2026-01-01T00:00:00.000Z"')).status).toBe(200);
  });

  it('ends a call that goes on before it deletes it', async () => {
    const { id } = (await start(withAssistant())).json;
    const room = server.parts.media.last();
    await room.join({ sdp: 'v=0' });
    room.say('playable');
    const before = server.live.size;
    expect((await server.send('DELETE', `/call/${id}`)).status).toBe(200);
    expect(room.closedWith).not.toBeNull();
    expect(server.live.size).toBe(before - 1);
    expect(await database.db.select().from(callTable).where(eq(callTable.id, id))).toEqual([]);
    // What is left in the log is that it was deleted.
    server.logs.write({ orgId: server.orgId, type: 'Webhook', time: 0, callId: id });
    await server.logs.flush();
    const left = await database.db.select().from(logTable).where(eq(logTable.callId, id));
    expect(left.filter(({ type }) => type !== 'API')).toEqual([]);
  });

  it('touches no call of another org', async () => {
    const orgId = randomUUID();
    const now = new Date();
    await database.db
      .insert(orgTable)
      .values({ id: orgId, name: 'Other', createdAt: now, updatedAt: now });
    const id = await storeCall(database.db, orgId);
    expect((await server.send('DELETE', `/call/${id}`)).status).toBe(404);
    const body = { name: 'Mine' };
    expect((await server.send('PATCH', `/call/${id}`, { body })).status).toBe(404);
    const [row] = await database.db.select().from(callTable).where(eq(callTable.id, id));
    expect(row?.name).toBeNull();
  });

  const rows = [
    ['POST', '/call'],
    ['POST', '/call/phone'],
    ['PATCH', `/call/${randomUUID()}`],
    ['DELETE', `/call/${randomUUID()}`],
  ] as const;

  it.each(rows)('%s %s needs a private key that may change things', async (method, path) => {
    expect((await server.send(method, path, { key: null })).status).toBe(401);
    const viewer = await server.addToken({ kind: 'private', name: 'reader', role: 'viewer' });
    for (const key of [server.publicKey, viewer]) {
      const answer = await server.send(method, path, { key });
      expect([answer.status, answer.json.code]).toEqual([403, 'forbidden']);
    }
  });

  it.each(rows.slice(2))('%s %s answers 404 for what is missing', async (method, path) => {
    const body = method === 'PATCH' ? { name: 'x' } : undefined;
    const answer = await server.send(method, path, { body });
    expect([answer.status, answer.json.code]).toEqual([404, 'not_found']);
  });
});
