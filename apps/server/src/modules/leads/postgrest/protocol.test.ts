import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestPglite } from '../../../../testing/databases/test-pglite.ts';
import {
  createListeningServer,
  type ListeningServer,
} from '../../../../testing/server/listening-server.ts';
import { createTestServer } from '../../../../testing/server/test-server.ts';
import type { OpenDatabase } from '../../../platform/database/database.ts';
import { subscriptionTable } from '../../../platform/database/schema.ts';
import { LEAD, PATH, type Sending, sendLead } from './testing/send-lead.ts';

/** Statuses, headers and bodies on the wire, beside a site that would answer every address. */
describe('the protocol of /rest/v1', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kindling-rest-'));
  let database: OpenDatabase;
  let server: ListeningServer;
  beforeAll(async () => {
    mkdirSync(join(folder, 'rest/v1'), { recursive: true });
    for (const name of ['index.html', '404.html', 'rest/v1/subscriptions', 'rest/v1/index.html']) {
      writeFileSync(join(folder, name), '<h1>The site</h1>');
    }
    database = await openTestPglite();
    server = await createListeningServer(database, {
      SITE_DIST: folder,
      FORM_RATE_PER_IP: '100000',
    });
  }, 60_000);
  beforeEach(async () => void (await database.db.delete(subscriptionTable)));
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  const send = (path?: string, sending?: Sending) => sendLead(server, path, sending);
  const emails = async () =>
    (await database.db.select().from(subscriptionTable)).map((row) => row.email);

  it('answers a stored row with nothing but its status', async () => {
    const { status, text, headers } = await send();
    expect([status, text]).toEqual([201, '']);
    expect(headers.get('content-length')).toBe('0');
    expect(headers.get('content-range')).toBe('*/*');
    for (const absent of ['content-type', 'location', 'preference-applied', 'transfer-encoding']) {
      expect(headers.get(absent), absent).toBeNull();
    }
  });

  it.each([
    ['return=minimal', '*/*', 'return=minimal'],
    ['count=exact', '*/1', 'count=exact'],
    ['count=planned', '*/*', 'count=planned'],
    ['count=exact, return=minimal', '*/1', 'return=minimal, count=exact'],
    ['missing=default,return=minimal', '*/*', 'missing=default, return=minimal'],
    ['return=minimal, handling=strict', '*/*', 'return=minimal, handling=strict'],
    ['return=minimal,return=representation', '*/*', 'return=minimal'],
    ['respond-async, tx=rollback', '*/*', null],
  ])('follows Prefer: %s', async (prefer, range, applied) => {
    const { status, headers } = await send(PATH, { headers: { Prefer: prefer } });
    expect(status).toBe(201);
    expect(headers.get('content-range')).toBe(range);
    expect(headers.get('preference-applied')).toBe(applied);
    expect(await emails()).toEqual(['ada@school.example']);
  });

  it.each(['return=representation', 'return=headers-only', 'resolution=merge-duplicates'])(
    'refuses Prefer: %s, which would have to read',
    async (prefer) => {
      const { status, json, headers } = await send(PATH, { headers: { Prefer: prefer } });
      expect([status, json.code]).toEqual([401, '42501']);
      expect(headers.get('www-authenticate')).toBe('Bearer');
      expect(await emails()).toEqual([]);
    },
  );

  it('refuses preferences it does not know when it must be strict', async () => {
    const { status, json } = await send(PATH, {
      headers: { Prefer: 'handling=strict, return=everything, anything' },
    });
    expect([status, json]).toEqual([
      400,
      {
        code: 'PGRST122',
        details: 'Invalid preferences: return=everything, anything',
        hint: null,
        message: 'Invalid preferences given with handling=strict',
      },
    ]);
  });

  it('gives an error all of its headers', async () => {
    const { status, text, headers } = await send(PATH, { body: LEAD.replace('footer', 'other') });
    expect(status).toBe(401);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
    expect(headers.get('proxy-status')).toBe('PostgREST; error=42501');
    expect(headers.get('www-authenticate')).toBe('Bearer');
    expect(Object.keys(JSON.parse(text))).toEqual(['code', 'details', 'hint', 'message']);
  });

  it.each([
    ['', 'application/json', 'Empty or invalid json'],
    ['{', 'application/json', 'Empty or invalid json'],
    ['"text"', 'application/json', 'Empty or invalid json'],
    ['7', 'application/json', 'Empty or invalid json'],
    ['null', 'application/json', 'Empty or invalid json'],
    ['[1]', 'application/json', 'Empty or invalid json'],
    ['{"email":["a@b"]}', 'application/json', 'Empty or invalid json'],
    ['{"email":"a\\u0000@b"}', 'application/json', 'Empty or invalid json'],
    ['{"email":"a\\ud800@b"}', 'application/json', 'Empty or invalid json'],
    [`${'['.repeat(30_000)}${']'.repeat(30_000)}`, 'application/json', 'Empty or invalid json'],
    ['[{"email":"a@b"},{"source":"x"}]', 'application/json', 'All object keys must match'],
    ['[{"email":"a@b"},{}]', 'application/json', 'All object keys must match'],
    [LEAD, 'text/plain;charset=UTF-8', 'Content-Type not acceptable: text/plain'],
    ['email,source', 'text/csv', 'Content-Type not acceptable: text/csv'],
  ])('refuses the body %.30s as %s', async (body, type, message) => {
    const { status, json } = await send(PATH, { body, headers: { 'Content-Type': type } });
    expect([status, json.code, json.message]).toEqual([400, 'PGRST102', message]);
  });

  it('keeps __proto__ an unknown column', async () => {
    const { status, json } = await send(PATH, { body: '{"email":"a@b","__proto__":{}}' });
    expect([status, json.code]).toEqual([400, 'PGRST102']);
    const named = await send(PATH, { body: '{"email":"a@b","__proto__":"x"}' });
    expect([named.status, named.json.code]).toEqual([400, 'PGRST204']);
  });

  it('takes a form too', async () => {
    const { status } = await send(PATH, {
      body: 'email=ada%40school.example&source=footer_contact_form',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    expect(status).toBe(201);
    expect(await emails()).toEqual(['ada@school.example']);
  });

  it('takes the columns that are named, and only them', async () => {
    const body = JSON.stringify([
      { email: 'ada@school.example', source: 'footer_contact_form', more: 1 },
      { source: 'footer_contact_form', email: 'grace@school.example' },
    ]);
    for (const columns of ['"email","source"', 'email,source']) {
      const { status } = await send(`${PATH}?columns=${encodeURIComponent(columns)}`, { body });
      expect(status).toBe(201);
    }
    expect((await emails()).toSorted()).toEqual(['ada@school.example', 'grace@school.example']);
    const unknown = await send(`${PATH}?columns=email,more`, { body });
    expect([unknown.status, unknown.json.code]).toEqual([400, 'PGRST204']);
  });

  it('stores nothing of an empty list, and says that it is fine', async () => {
    const { status, headers } = await send(PATH, {
      body: '[]',
      headers: { Prefer: 'count=exact' },
    });
    expect([status, headers.get('content-range')]).toEqual([201, '*/0']);
    expect(await emails()).toEqual([]);
  });

  it('does not tell, by any preference, that an address is there', async () => {
    for (const prefer of [
      '',
      'count=exact',
      'return=representation',
      'resolution=ignore-duplicates',
    ]) {
      await database.db.delete(subscriptionTable);
      const headers: Record<string, string> = prefer === '' ? {} : { Prefer: prefer };
      const before = await send(PATH, { headers });
      await send();
      const after = await send(PATH, { headers });
      const seen = ({ status, text, headers: h }: typeof before) => [
        status,
        text,
        h.get('content-range'),
        h.get('preference-applied'),
      ];
      expect(seen(after)).toEqual(seen(before));
    }
  });

  it.each([
    ['/rest/v1', 404, 'PGRST126'],
    ['/rest/v1/', 404, 'PGRST126'],
    ['/rest/v1/index.html', 404, 'PGRST205'],
    ['/rest/v1/subscriptions/', 404, 'PGRST125'],
    ['/rest/v1//subscriptions', 404, 'PGRST125'],
    ['/rest/v1/rpc/now', 404, 'PGRST202'],
    ['/rest/v1/subscriptions', 401, '42501'],
  ])('answers GET and HEAD %s itself, never the site', async (path, status, code) => {
    const get = await send(path, { method: 'GET' });
    expect([get.status, get.json.code]).toEqual([status, code]);
    expect(Object.keys(get.json)).toEqual(['code', 'details', 'hint', 'message']);
    const head = await send(path, { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([status, '']);
  });

  it.each(['/rest', '/rest/v2/subscriptions'])('has JSON at %s too', async (path) => {
    const answer = await fetch(`${server.origin}${path}`);
    expect([answer.status, await answer.json()]).toEqual([
      404,
      expect.objectContaining({ code: 'not_found' }),
    ]);
  });

  it('takes no other method', async () => {
    const answered = await new Promise<{ status: number | undefined; text: string }>(
      (resolve, reject) => {
        const headers = { apikey: server.publicKey, Origin: server.origin };
        request(`${server.origin}${PATH}`, { method: 'PROPFIND', headers }, (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (piece: string) => {
            text += piece;
          });
          answer.on('end', () => resolve({ status: answer.statusCode, text }));
        })
          .on('error', reject)
          .end();
      },
    );
    expect([answered.status, JSON.parse(answered.text).code]).toEqual([405, 'PGRST117']);
  });

  it('refuses a body beyond its limit in the same shape', async () => {
    const { status, json } = await send(PATH, {
      body: JSON.stringify({ email: 'x'.repeat(70_000) }),
    });
    expect([status, json.code, json.details]).toEqual([413, 'body_too_large', null]);
  });

  it('answers a program that fills the hidden field as anybody, and keeps nothing', async () => {
    const headers = { 'X-Kindling-Website': 'https://spam.example', Prefer: 'count=exact' };
    const trapped = await send(PATH, { headers });
    expect(await emails()).toEqual([]);
    const stored = await send(PATH, { headers: { Prefer: 'count=exact' } });
    const comparable = ({ status, text, headers: h }: typeof trapped) => {
      const { date: _, 'x-request-id': __, ...rest } = Object.fromEntries(h);
      return { status, text, rest };
    };
    expect(comparable(trapped)).toEqual(comparable(stored));
    expect(await emails()).toEqual(['ada@school.example']);
    const bad = await send(PATH, { headers, body: '{"email":"x","source":"y"}' });
    expect([bad.status, bad.json.code]).toEqual([401, '42501']);
  });
});

describe('the limit of /rest/v1', () => {
  it('counts rows by address, and says when to come again', async () => {
    const database = await openTestPglite();
    try {
      const server = await createTestServer(database, { FORM_RATE_PER_IP: '4', TRUST_PROXY: '1' });
      const send = (rows: number, address: string) =>
        server.send('POST', PATH, {
          key: null,
          headers: { apikey: server.publicKey, 'X-Forwarded-For': address },
          body: Array.from({ length: rows }, (_, row) => ({
            email: `${row}@school.example`,
            source: 'footer_contact_form',
          })),
        });
      expect((await send(3, '10.0.0.1')).status).toBe(201);
      expect((await send(1, '10.0.0.1')).status).toBe(201);
      const limited = await send(1, '10.0.0.1');
      expect(limited.status).toBe(429);
      expect(limited.json).toMatchObject({ code: 'rate_limited', details: null, hint: null });
      expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await send(5, '10.0.0.2')).status).toBe(429);
      expect((await send(1, '10.0.0.3')).status).toBe(201);
      expect(await database.db.select().from(subscriptionTable)).toHaveLength(3);
    } finally {
      await database.close();
    }
  }, 60_000);
});
