import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPglite } from '../../../testing/databases/test-pglite.ts';
import { createTestServer, type TestServer } from '../../../testing/server/test-server.ts';
import type { OpenDatabase } from '../../platform/database/database.ts';

describe('the pages of the scheduling service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kindling-scheduling-'));
  let database: OpenDatabase;
  let server: TestServer;
  beforeAll(async () => {
    for (const page of ['demo', 'booking']) {
      mkdirSync(join(folder, 'scheduling', page), { recursive: true });
      writeFileSync(join(folder, 'scheduling', page, 'index.html'), `<h1>${page}</h1>`);
    }
    writeFileSync(join(folder, 'scheduling/widget.js'), 'window.Calendly = {};');
    writeFileSync(join(folder, 'index.html'), '<h1>home</h1>');
    database = await openTestPglite();
    server = await createTestServer(database, {
      SITE_DIST: folder,
      EMBED_ORIGINS: 'https://school.example https://partner.example:8443',
      FORM_RATE_PER_IP: '3',
      API_RATE_PER_IP: '5',
      LEADS_URL: 'https://project.supabase.co/',
      LEADS_ANON_KEY: 'anon',
    });
  }, 60_000);
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });
  const framers = async (path: string) => {
    const policy = (await server.fetch(path)).headers.get('content-security-policy') ?? '';
    return /frame-ancestors ([^;]+)/.exec(policy)?.[1];
  };
  const listed = "'self' https://school.example https://partner.example:8443";

  it.each([
    ['/scheduling/demo', 'demo'],
    ['/scheduling/demo/', 'demo'],
    ['/scheduling/demo?embed_type=Inline&embed_domain=1', 'demo'],
    ['/scheduling/booking/0b8bcb6b-f3dd-4d8a-9d7f-0fd3a1f4a8a1', 'booking'],
    ['/scheduling/booking/anything', 'booking'],
  ])('serves %s, and listed origins may embed it', async (path, page) => {
    const answer = await server.fetch(path);
    expect([answer.status, await answer.text()]).toEqual([200, `<h1>${page}</h1>`]);
    expect(await framers(path)).toBe(listed);
  });

  it.each([
    '/',
    '/scheduling/widget.js',
    '/scheduling/api/event-type',
    '/scheduling/booking/a/b',
    '/nowhere',
    '/healthz',
  ])('lets nobody embed %s', async (path) => {
    expect(await framers(path)).toBe("'none'");
  });

  it('serves the widget as a script', async () => {
    const answer = await server.fetch('/scheduling/widget.js');
    expect(answer.headers.get('content-type')).toContain('javascript');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  });

  it('lets pages reach the hosted store of addresses', async () => {
    const policy = (await server.fetch('/')).headers.get('content-security-policy');
    expect(policy).toContain("connect-src 'self' https://project.supabase.co;");
  });

  it('limits forms and questions by address', async () => {
    const statuses = async (count: number, method: string, path: string) => {
      const all = [];
      for (let index = 0; index < count; index += 1) {
        all.push((await server.send(method, path, { key: null })).status);
      }
      return all;
    };
    const forms = await statuses(4, 'POST', '/scheduling/api/bookings');
    expect(forms).toEqual([400, 400, 400, 429]);
    const questions = await statuses(7, 'GET', '/scheduling/api/event-type');
    expect(questions.at(-1)).toBe(429);
  });
});
