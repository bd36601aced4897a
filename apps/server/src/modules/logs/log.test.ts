import { randomUUID } from 'node:crypto';
import { logSchema } from '@kindling/protocol';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { beforeEach, expect, it } from 'vitest';
import { describeOnBothDatabases } from '../../../testing/databases/describe-databases.ts';
import { createManualClock } from '../../../testing/server/manual-clock.ts';
import { logTable } from '../../platform/database/platform-tables.ts';
import { createLogWriter } from './create-log-writer.ts';

describeOnBothDatabases('logs', (server, database) => {
  beforeEach(async () => {
    await server().logs.flush();
    await database().db.delete(logTable);
  });
  const read = async (path: string) => (await server().send('GET', path)).json;
  const callId = randomUUID();
  const write = (entry: object = {}) =>
    server().logs.write({
      orgId: server().orgId,
      type: 'Call',
      time: server().clock.now(),
      callId,
      ...entry,
    });

  it('keep of a failed statement neither its words nor its values', async () => {
    const { db } = database();
    const tool = { type: 'function', function: { name: 'ask' } };
    const { id } = (await server().send('POST', '/tool', { body: tool })).json;
    await db.execute(
      sql`create function fail() returns trigger as $$ begin raise 'the disk is full'; end $$ language plpgsql`,
    );
    await db.execute(
      sql`create trigger fail before update on tool for each row execute function fail()`,
    );
    const body = { server: { url: 'https://tools.example', secret: 'a-secret-of-the-server' } };
    const failed = await server().send('PATCH', `/tool/${id}`, { body });
    await db.execute(sql`drop function fail cascade`);
    expect(failed.status).toBe(500);
    const { results } = await read('/logs');
    expect(results[0]).toMatchObject({
      requestHttpMethod: 'PATCH',
      responseHttpCode: 500,
      error: { message: 'Something went wrong on the server.' },
    });
    expect(JSON.stringify(results)).not.toMatch(/a-secret|disk is full|update/);
  });

  it('keep what was changed and refused, and no body, header or key', async () => {
    const made = await server().send('POST', '/template', { body: { name: 'in-the-body' } });
    await server().send('GET', '/template');
    const viewer = await server().addToken({ kind: 'private', name: 'v', role: 'viewer' });
    await server().send('DELETE', `/template/${made.json.id}?a=b`, { key: viewer });
    await server().send('GET', '/template', { key: 'sk-unknown' });
    const { results, metadata } = await read('/logs');
    expect(metadata.totalItems).toBe(2);
    expect(results).toMatchObject([
      {
        type: 'API',
        resource: 'template',
        requestHttpMethod: 'DELETE',
        responseHttpCode: 403,
        requestQuery: 'a=b',
        requestPath: `/template/${made.json.id}`,
        error: { message: 'This needs the role editor; this key has viewer.' },
      },
      { requestHttpMethod: 'POST', responseHttpCode: 201, orgId: server().orgId },
    ]);
    for (const one of results) logSchema.parse(one);
    const text = JSON.stringify(results);
    for (const secret of ['in-the-body', server().privateKey, viewer])
      expect(text).not.toContain(secret);
  });

  it('hold who read what was said, once a request, and no other reads', async () => {
    const viewer = await server().addToken({ kind: 'private', name: 'r', role: 'viewer' });
    const { assistantId, privateKey } = server();
    const made = (await server().send('POST', '/call/web', { body: { assistantId } })).json;
    await server().live.end(made.id, 'customer-ended-call');
    const paths = ['/call', `/call/${made.id}`, '/v2/call', '/v2/call/export', '/chat', '/session'];
    for (const path of [...paths, '/recordings']) {
      const answer = await server().send('GET', path, { key: viewer });
      expect([path, answer.status]).toEqual([path, 200]);
    }
    for (const path of ['/v2/call/metadata', '/assistant', '/logs', '/retention'])
      await server().send('GET', path, { key: viewer });
    const { results } = await read('/logs?type=API&sortOrder=ASC');
    const reads = results.filter(
      (one: { requestHttpMethod: string }) => one.requestHttpMethod === 'GET',
    );
    expect(reads.map((one: { requestPath: string }) => one.requestPath)).toEqual([
      ...paths,
      '/recordings',
    ]);
    const tokens = (await server().send('GET', '/token', { key: privateKey })).json;
    const { id } = tokens.find((token: { name: string }) => token.name === 'r');
    for (const one of reads) expect(one).toMatchObject({ tokenId: id, responseHttpCode: 200 });
    const lines = (await read(`/log?callId=${made.id}`)).results;
    expect(lines.map(({ log }: { log: string }) => log)).toContain('What was said was read.');
  });

  it('hold what happens to a call', async () => {
    const { assistantId } = server();
    const made = await server().send('POST', '/call/web', { body: { assistantId } });
    await server().live.end(made.json.id, 'customer-ended-call');
    const { results } = await read(`/log?callId=${made.json.id}&sortOrder=ASC`);
    expect(results.map((line: { log: string }) => line.log)).toEqual([
      ...['The call was created.', 'The call ended: customer-ended-call.'],
    ]);
    expect((await read(`/logs?assistantId=${assistantId}&type=Call`)).results).toHaveLength(2);
  });

  it('are distinguished by what they are about', async () => {
    const assistantId = randomUUID();
    write({ message: 'The call began.' });
    write({ type: 'Webhook', webhookType: 'hang', error: 'No answer.', assistantId });
    write({ type: 'Provider', callId: null, customerId: 'c-1' });
    const count = async (query: string) => (await read(`/logs?${query}`)).metadata.totalItems;
    expect(await count('type=Call')).toBe(1);
    expect(await count(`callId=${callId}`)).toBe(2);
    expect(await count(`assistantId=${assistantId}&webhookType=hang`)).toBe(1);
    expect(await count('customerId=c-1')).toBe(1);
    expect(await count('createdAtGt=2030-01-01T00:00:00Z')).toBe(0);
    const { results } = await read(`/log?callId=${callId}&sortOrder=ASC`);
    expect(results).toHaveLength(2);
    expect(results).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ log: 'The call began.', level: 'INFO' }),
        expect.objectContaining({ log: 'Webhook hang: No answer.', level: 'ERROR' }),
      ]),
    );
  });

  it('are read in pages that do not move', async () => {
    for (const message of ['1', '2', '3']) {
      write({ message });
      server().clock.advance(1);
    }
    const first = await read(`/log?callId=${callId}&limit=2`);
    expect(first.results.map((line: { log: string }) => line.log)).toEqual(['3', '2']);
    write({ message: '4' });
    const { nextCursor } = first.metadata;
    const second = await read(`/log?callId=${callId}&limit=2&cursor=${nextCursor}`);
    expect(second.results.map((line: { log: string }) => line.log)).toEqual(['1']);
    expect(second.metadata.nextCursor).toBeNull();
  });

  it('are deleted as they are found, and only by administrators', async () => {
    write();
    write({ type: 'Webhook', callId: null });
    const editor = await server().addToken({ kind: 'private', name: 'e', role: 'editor' });
    for (const path of ['/logs', `/log?callId=${callId}`])
      expect((await server().send('DELETE', path, { key: editor })).status).toBe(403);
    const gone = await server().send('DELETE', `/log?callId=${callId}`);
    expect([gone.status, gone.json]).toEqual([200, { deleted: 1 }]);
    expect((await server().send('DELETE', '/logs?type=Webhook')).json).toEqual({ deleted: 1 });
    const left = (await read('/logs')).results as { type: string }[];
    expect(new Set(left.map(({ type }) => type))).toEqual(new Set(['API']));
    expect((await server().send('DELETE', '/logs')).json.deleted).toBe(left.length);
  });

  it.each([
    ['GET', '/log'],
    ['DELETE', '/log'],
    ['GET', '/log?callId=7'],
    ['GET', '/logs?type=Nothing'],
    ['DELETE', '/logs?callId=7'],
    // Otherwise a misspelt filter would delete everything.
    ['DELETE', '/logs?calId=00000000-0000-4000-8000-000000000000'],
    ['GET', '/logs?cursor=nonsense'],
  ])('%s %s is refused', async (method, path) => {
    expect((await server().send(method, path)).json.code).toBe('bad_request');
  });

  it.each(['/logs', `/log?callId=${callId}`])('%s needs a private key', async (path) => {
    for (const method of ['GET', 'DELETE']) {
      expect((await server().send(method, path, { key: null })).status).toBe(401);
      expect((await server().send(method, path, { key: server().publicKey })).status).toBe(403);
    }
  });

  it('are written together, and none is lost for another that cannot be', async () => {
    const clock = createManualClock();
    const writer = createLogWriter({
      db: database().db,
      clock,
      log: pino({ level: 'silent' }),
    });
    const { orgId } = server();
    writer.write({ orgId, type: 'Call', time: 1, message: 'a\u0000\ud800', callId: 'no id' });
    writer.write({ orgId: randomUUID(), type: 'Call', time: 2 });
    writer.write({ orgId, type: 'Call', time: 3, body: { deep: { text: 'b' } } });
    const count = async () => (await database().db.select().from(logTable)).length;
    expect(await count()).toBe(0);
    await writer.close();
    expect(await count()).toBe(2);
    writer.write({ orgId, type: 'Call', time: 4 });
    await writer.flush();
    expect(await count()).toBe(2);
  });
});
