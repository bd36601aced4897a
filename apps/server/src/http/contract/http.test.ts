import { errorBodySchema } from '@kindling/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPglite } from '../../../testing/databases/test-pglite.ts';
import { createTestServer, type TestServer } from '../../../testing/server/test-server.ts';
import type { OpenDatabase } from '../../platform/database/database.ts';

describe('http', () => {
  let database: OpenDatabase;
  let server: TestServer;
  beforeAll(async () => {
    database = await openTestPglite();
    server = await createTestServer(database, {
      CALL_RATE_PER_IP: '4',
      MAX_CALLS: '2',
      TRUST_PROXY: '1',
    });
  }, 60_000);
  afterAll(() => database.close());

  it.each([
    ['{', {}, 400, 'invalid_json'],
    ['', {}, 400, 'invalid_json'],
    ['"text"', {}, 400, 'bad_request'],
    [`${'['.repeat(60_000)}${']'.repeat(60_000)}`, {}, 400, 'bad_request'],
    [
      'name=Ada',
      { 'Content-Type': 'application/x-www-form-urlencoded' },
      415,
      'unsupported_media_type',
    ],
    [JSON.stringify({ name: 'x'.repeat(300_000) }), {}, 413, 'body_too_large'],
  ])('refuses the body %.40s', async (body, headers, status, code) => {
    const answer = await server.send('POST', '/assistant', { body, headers });
    expect([answer.status, answer.json.code]).toEqual([status, code]);
    expect(errorBodySchema.parse(answer.json).requestId).toBe(answer.headers.get('x-request-id'));
  });

  it('refuses a body that is not UTF-8, and a packed one', async () => {
    const post = async (body: Uint8Array<ArrayBuffer>, headers = {}) => {
      const answer = await server.fetch('/assistant', {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${server.privateKey}`,
          'Content-Type': 'application/json',
          ...headers,
        },
        body,
      });
      return errorBodySchema.parse(await answer.json());
    };
    const latin1 = Uint8Array.from(Buffer.from('{"name":"Jos\u00e9"}', 'latin1'));
    const refusal = await post(latin1);
    expect([refusal.statusCode, refusal.code]).toEqual([400, 'invalid_json']);
    expect(refusal.message).toContain('UTF-8');
    const packed = await post(new Uint8Array([31, 139, 8]), { 'Content-Encoding': 'gzip' });
    expect([packed.statusCode, packed.code]).toEqual([415, 'unsupported_media_type']);
  });

  it('keeps __proto__ in a body from becoming a prototype', async () => {
    const answer = await server.send('POST', '/assistant', {
      body: '{"name":"Ada","__proto__":{"polluted":true}}',
    });
    expect(answer.status).toBeLessThan(500);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it.each(['Basic abc', 'Bearer', 'Bearer a b', `Bearer ${'x'.repeat(5_000)}`])(
    'refuses the authorization %.20s',
    async (Authorization) => {
      const answer = await server.send('GET', '/call', { key: null, headers: { Authorization } });
      expect([answer.status, answer.json.code]).toEqual([401, 'unauthenticated']);
    },
  );

  it('keeps a sane request id and replaces another', async () => {
    const ask = (id: string) => server.send('GET', '/healthz', { headers: { 'X-Request-Id': id } });
    expect((await ask('abc-123')).headers.get('x-request-id')).toBe('abc-123');
    const made = (await ask('<script>')).headers.get('x-request-id');
    expect(made).toMatch(/^[\w-]{36}$/);
    expect((await ask('x'.repeat(500))).headers.get('x-request-id')).toHaveLength(36);
  });

  it('answers JSON for what the API does not know', async () => {
    const answer = await server.send('GET', '/call/a/b/c', { key: null });
    expect([answer.status, answer.json.code]).toEqual([404, 'not_found']);
    expect((await server.send('POST', '/anything', { key: null })).json.code).toBe('not_found');
    expect((await server.send('GET', '/nothing')).json.code).toBe('not_found');
  });

  it('answers 405 with the methods a path takes', async () => {
    const answer = await server.send('DELETE', '/assistant');
    expect([answer.status, answer.json.code]).toEqual([405, 'method_not_allowed']);
    expect(answer.headers.get('allow')).toBe('POST, GET, HEAD');
  });

  it.each(['/healthz', '/call', '/nowhere'])('secures the answer of %s', async (path) => {
    const { headers } = await server.send('GET', path, { key: null });
    expect(headers.get('content-security-policy')).toContain(
      "script-src 'self' 'wasm-unsafe-eval'",
    );
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('permissions-policy')).toContain('microphone=(self)');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('strict-transport-security')).toBeNull();
  });

  it('lets its own pages show a room, and a room hand its devices on', async () => {
    const { headers } = await server.send('GET', '/room/none', { key: null });
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(headers.get('permissions-policy')).toContain('microphone=*');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('asks for https only where the visitor came by https', async () => {
    const { headers } = await server.send('GET', '/healthz', {
      headers: { 'X-Forwarded-Proto': 'https' },
    });
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d+/);
  });

  it('is ready when it can take calls', async () => {
    expect((await server.send('GET', '/readyz')).status).toBe(200);
    server.setReady(false);
    expect((await server.send('GET', '/readyz')).json.code).toBe('not_ready');
    server.setReady(true);
  });

  it('gives the site its public key and assistant', async () => {
    const { json } = await server.send('GET', '/site-config.json', { key: null });
    expect(json.voice).toMatchObject({
      publicKey: server.publicKey,
      assistantId: server.assistantId,
      assistantName: 'Ember',
    });
  });

  it('limits calls by address and in number, and counts them', async () => {
    const call = (address: string) =>
      server.send('POST', '/call/web', {
        body: { assistantId: server.assistantId },
        // The left address is the client's own claim; the proxy appended the right one.
        headers: { 'X-Forwarded-For': `1.1.1.1, ${address}` },
      });
    const statuses = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await call('10.0.0.1')).status);
    expect(statuses).toEqual([201, 201, 429, 429]);
    const limited = await call('10.0.0.1');
    expect(limited.json.code).toBe('rate_limited');
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await call('10.0.0.2')).json.code).toBe('concurrency_limit');
    const metrics = (await server.send('GET', '/metrics')).json;
    expect(metrics).toContain('kindling_calls_active 2');
    expect(metrics).toContain('kindling_calls_created_total 2');
    for (const name of ['meetings', 'recordings']) {
      expect(metrics).toContain(`kindling_${name}_active 0`);
    }
    await server.live.closeAll('kindling.server-shutdown');
    expect((await server.send('GET', '/metrics')).json).toContain(
      'kindling_calls_ended_total{reason="kindling.server-shutdown"} 2',
    );
    expect((await call('10.0.0.3')).json.code).toBe('not_ready');
  });
});
