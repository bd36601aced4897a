import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPglite } from '../../../../testing/databases/test-pglite.ts';
import {
  createListeningServer,
  type ListeningServer,
} from '../../../../testing/server/listening-server.ts';
import { PATH, type Sending, sendLead } from './testing/send-lead.ts';

describe('who may send to /rest/v1', () => {
  let server: ListeningServer;
  beforeAll(async () => {
    const environment = { FORM_RATE_PER_IP: '100000' };
    server = await createListeningServer(await openTestPglite(), environment);
  }, 60_000);
  afterAll(() => server.close());

  const send = (path?: string, sending?: Sending) => sendLead(server, path, sending);

  it.each([
    [null, 'No API key found in request', 'No `apikey` request header or url param was found.'],
    ['', 'No API key found in request', 'No `apikey` request header or url param was found.'],
    [
      'kd_pub_wrong',
      'Invalid API key',
      'Double check your Supabase `anon` or `service_role` API key.',
    ],
  ])('answers as the gateway does to the key %s', async (key, message, hint) => {
    const { status, json, headers } = await send(PATH, { key });
    expect([status, json]).toEqual([401, { message, hint }]);
    expect(headers.get('proxy-status')).toBeNull();
  });

  it('takes the key in the address', async () => {
    expect((await send(`${PATH}?apikey=${server.publicKey}`, { key: null })).status).toBe(201);
  });

  it('refuses a key that expired or was revoked', async () => {
    const expired = await server.addToken({
      kind: 'public',
      name: 'old',
      expiresAt: new Date(Date.now() - 1_000),
    });
    const revoked = await server.addToken({ kind: 'public', name: 'gone' });
    const token = await server.tokens.findByKey(revoked);
    expect((await send(PATH, { key: revoked })).status).toBe(201);
    await server.tokens.revoke(token?.id ?? '');
    for (const key of [expired, revoked]) {
      expect((await send(PATH, { key })).json.message).toBe('Invalid API key');
    }
  });

  it.each([
    [(key: string) => `Bearer ${key}`, 201, null],
    [(key: string) => `bearer ${key}`, 201, null],
    [() => 'Basic YTpi', 201, null],
    [() => 'Bearer', 401, 'Empty JWT is sent in Authorization header'],
    [() => 'Bearer a.b', 401, 'Expected 3 parts in JWT; got 2'],
    [() => 'Bearer a.b.c', 401, 'No suitable key or wrong key type'],
  ])('reads the authorization %s', async (authorization, status, message) => {
    const answer = await send(PATH, {
      headers: { Authorization: authorization(server.publicKey) },
    });
    expect(answer.status).toBe(status);
    if (message === null) return;
    expect(answer.json).toMatchObject({ code: 'PGRST301', hint: null, message });
    expect(answer.headers.get('www-authenticate')).toBe(
      `Bearer error="invalid_token", error_description="${message}"`,
    );
  });

  it('lets pages of listed origins in, and no others', async () => {
    const school = 'https://school.example';
    const key = await server.addToken({ kind: 'public', name: 'school', allowedOrigins: [school] });
    const preflight = (from: string) =>
      send(PATH, {
        method: 'OPTIONS',
        headers: {
          Origin: from,
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers':
            'apikey,content-profile,x-client-info,x-kindling-website',
        },
      });
    const allowed = await preflight(school);
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-origin')).toBe(school);
    expect(allowed.headers.get('access-control-allow-headers')).toBe(
      'apikey,content-profile,x-client-info,x-kindling-website',
    );
    expect(allowed.headers.get('access-control-allow-methods')).toContain('POST');
    expect(allowed.headers.get('access-control-max-age')).toBe('86400');
    const sent = await send(PATH, { key, headers: { Origin: school } });
    expect(sent.status).toBe(201);
    expect(sent.headers.get('access-control-allow-origin')).toBe(school);
    expect(sent.headers.get('access-control-expose-headers')).toContain('Content-Range');
    const refused = await send('/rest/v1/leads', { key, headers: { Origin: school } });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([
      404,
      school,
    ]);

    const stranger = 'https://stranger.example';
    expect((await preflight(stranger)).headers.get('access-control-allow-origin')).toBeNull();
    const foreign = await send(PATH, { headers: { Origin: stranger } });
    expect([foreign.status, foreign.json.code]).toEqual([403, 'origin_not_allowed']);
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
    const other = await send(PATH, { headers: { Origin: school } });
    expect([other.status, other.json.code]).toEqual([403, 'origin_not_allowed']);
  });
});
