import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPglite } from '../../../../testing/databases/test-pglite.ts';
import { createTestServer, type TestServer } from '../../../../testing/server/test-server.ts';
import type { OpenDatabase } from '../../../platform/database/database.ts';

describe('the site', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kindling-site-'));
  let database: OpenDatabase;
  let server: TestServer;
  beforeAll(async () => {
    const dist = join(folder, 'dist');
    mkdirSync(join(dist, 'contact'), { recursive: true });
    mkdirSync(join(dist, 'assets'));
    writeFileSync(join(folder, 'secret.txt'), 'secret');
    writeFileSync(join(dist, 'index.html'), '<h1>Home</h1>');
    writeFileSync(join(dist, 'contact/index.html'), '<h1>Contact</h1>');
    writeFileSync(join(dist, '404.html'), '<h1>404</h1>');
    writeFileSync(join(dist, 'assets/main-AbCd1234.js'), '1;'.repeat(2_000));
    writeFileSync(join(dist, 'assets/page-AbCd1234.css'), 'a{}');
    writeFileSync(join(dist, 'assets/page-AbCd1234.css.gz'), gzipSync('a{}'));
    database = await openTestPglite();
    server = await createTestServer(database, { SITE_DIST: dist });
  }, 60_000);
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });
  const get = (path: string, headers: Record<string, string> = {}) =>
    server.fetch(path, { headers });

  it('serves each prerendered route', async () => {
    expect(await (await get('/')).text()).toContain('Home');
    expect(await (await get('/contact')).text()).toContain('Contact');
    const home = await get('/');
    expect(home.headers.get('cache-control')).toBe('no-cache');
    expect(home.headers.get('content-type')).toContain('text/html');
  });

  it('answers an unknown page with the 404 page and its status', async () => {
    const answer = await get('/nowhere');
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('404');
  });

  it('lets hashed assets be kept for ever, compressed', async () => {
    const script = await get('/assets/main-AbCd1234.js', { 'Accept-Encoding': 'gzip' });
    expect(script.headers.get('cache-control')).toContain('immutable');
    expect(script.headers.get('content-encoding')).toBe('gzip');
    const style = await get('/assets/page-AbCd1234.css', { 'Accept-Encoding': 'gzip' });
    expect(style.headers.get('content-encoding')).toBe('gzip');
    expect(style.headers.get('cache-control')).toContain('immutable');
  });

  it('answers 304 to what the browser has', async () => {
    const etag = (await get('/')).headers.get('etag') ?? '';
    expect((await get('/', { 'If-None-Match': etag })).status).toBe(304);
  });

  // Those that fetch does not resolve by itself are refused before the site is asked.
  it.each([
    ['/../secret.txt', 404],
    ['/%2e%2e/secret.txt', 404],
    ['/..%2fsecret.txt', 400],
    ['/assets/../../secret.txt', 404],
    ['/%00', 400],
  ])('gives nothing outside its folder for %s', async (path, status) => {
    const answer = await get(path);
    expect(answer.status).toBe(status);
    expect(await answer.text()).not.toContain('secret');
  });
});
