import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { SITE_ORIGIN_PLACEHOLDER as placeholder } from '@kindling/protocol/site-origin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPglite } from '../../../../testing/databases/test-pglite.ts';
import { createTestServer, type TestServer } from '../../../../testing/server/test-server.ts';
import type { OpenDatabase } from '../../../platform/database/database.ts';
import { createOriginDocuments } from './origin-documents.ts';

const folder = mkdtempSync(join(tmpdir(), 'kindling-documents-'));
const canonical = (path: string) => `<link rel="canonical" href="${placeholder}${path}" />`;

beforeAll(() => {
  mkdirSync(join(folder, 'contact'));
  writeFileSync(join(folder, 'index.html'), canonical('/').repeat(50));
  writeFileSync(join(folder, 'contact/index.html'), canonical('/contact'));
  writeFileSync(join(folder, 'sitemap.xml'), `<loc>${placeholder}/contact</loc>`);
  writeFileSync(join(folder, 'robots.txt'), `Sitemap: ${placeholder}/sitemap.xml`);
  writeFileSync(join(folder, '404.html'), '404');
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('pages and small files of the site', () => {
  let database: OpenDatabase;
  let server: TestServer;
  let behindProxy: TestServer;
  let named: TestServer;
  const databases: OpenDatabase[] = [];
  const serverWith = async (environment: Record<string, string>) => {
    database = await openTestPglite();
    databases.push(database);
    return createTestServer(database, { SITE_DIST: folder, ...environment });
  };
  beforeAll(async () => {
    server = await serverWith({});
    behindProxy = await serverWith({
      TRUST_PROXY: '1',
      ALLOWED_HOSTS: 'good.example evil.example',
    });
    named = await serverWith({ PUBLIC_URL: 'https://school.example' });
  }, 120_000);
  afterAll(() => Promise.all(databases.map((one) => one.close())));

  const get = async (path: string, headers: Record<string, string> = {}, from = server) => {
    const answer = await from.fetch(path, { headers });
    return { answer, text: await answer.text() };
  };

  it.each(['/', '/contact', '/contact/', '/contact/index.html', '/%63ontact', '//contact'])(
    'carry the address they were asked for at: %s',
    async (path) => {
      const { answer, text } = await get(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(text).toContain('href="http://localhost/');
      expect(text).not.toContain(placeholder);
    },
  );

  it('are of their own kind', async () => {
    const sitemap = await get('/sitemap.xml');
    expect(sitemap.answer.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expect(sitemap.text).toBe('<loc>http://localhost/contact</loc>');
    const robots = await get('/robots.txt');
    expect(robots.answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(robots.text).toBe('Sitemap: http://localhost/sitemap.xml');
  });

  it('carry the configured address whatever the request says', async () => {
    const { text } = await get('/contact', { 'X-Forwarded-Host': 'evil.example' }, named);
    expect(text).toBe(canonical('/contact').replace(placeholder, 'https://school.example'));
  });

  it('never show one host what another one was asked for', async () => {
    const asked = (host: string) =>
      get('/contact', { 'X-Forwarded-Host': host, 'X-Forwarded-Proto': 'https' }, behindProxy);
    expect((await asked('evil.example')).text).toContain('https://evil.example/contact');
    const good = await asked('good.example');
    expect(good.text).toContain('https://good.example/contact');
    expect(good.text).not.toContain('evil.example');
    expect((await asked('evil.example')).answer.headers.get('etag')).not.toBe(
      good.answer.headers.get('etag'),
    );
  });

  it.each(['a"><script>alert(1)</script>', "a'b", 'a&b'])(
    'write no host that is none: %s',
    async (host) => {
      const { text } = await get('/contact', { 'X-Forwarded-Host': host }, behindProxy);
      expect(text).not.toContain(host);
      expect(text).not.toContain('<script>');
      expect(text).not.toContain(placeholder);
    },
  );

  it('are compressed as the browser takes them, and say so', async () => {
    const body = async (accepts: string) => {
      const answer = await server.fetch('/', { headers: { 'Accept-Encoding': accepts } });
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(answer.headers.get('vary')).toContain('Accept-Encoding');
      expect(answer.headers.get('content-length')).toBe(String(bytes.length));
      return { bytes, encoding: answer.headers.get('content-encoding') };
    };
    const plain = await body('identity');
    const brotli = await body('gzip, deflate, br');
    const gzip = await body('gzip, br;q=0');
    expect([plain.encoding, brotli.encoding, gzip.encoding]).toEqual([null, 'br', 'gzip']);
    expect(brotli.bytes.length).toBeLessThan(plain.bytes.length / 4);
    expect(brotliDecompressSync(brotli.bytes)).toEqual(plain.bytes);
    expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes);
  });

  it('answer HEAD with the same head and no body', async () => {
    const head = await server.fetch('/contact', { method: 'HEAD' });
    const { answer } = await get('/contact');
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control']) {
      expect(head.headers.get(name)).toBe(answer.headers.get(name));
    }
  });

  it('answer 304 to what the browser has, in any encoding, and 200 to what another host gave it', async () => {
    const etag = (await get('/contact')).answer.headers.get('etag') ?? '';
    const again = await get('/contact', { 'If-None-Match': etag, 'Accept-Encoding': 'br' });
    expect(again.answer.status).toBe(304);
    expect(again.text).toBe('');
    expect(again.answer.headers.get('cache-control')).toBe('no-cache');
    const elsewhere = await get('/contact', { 'If-None-Match': etag }, named);
    expect(elsewhere.answer.status).toBe(200);
  });
});

describe('createOriginDocuments', () => {
  it('keeps what it wrote for an origin, but only for so many', async () => {
    const documents = createOriginDocuments(folder);
    const first = await documents.find('/', 'https://one.example');
    expect(await documents.find('/', 'https://one.example')).toBe(first);
    for (let host = 0; host < 8; host += 1) await documents.find('/', `https://${host}.example`);
    const later = await documents.find('/', 'https://one.example');
    expect(later).not.toBe(first);
    expect(later?.etag).toBe(first?.etag);
  });

  it('reads a file again when the site was built anew', async () => {
    const documents = createOriginDocuments(folder);
    const file = join(folder, 'robots.txt');
    const before = await documents.find('/robots.txt', 'https://one.example');
    writeFileSync(file, 'User-agent: *');
    utimesSync(file, new Date(), new Date(Date.now() + 5_000));
    const after = await documents.find('/robots.txt', 'https://one.example');
    expect(after?.etag).not.toBe(before?.etag);
    expect(Buffer.from((await after?.body('identity')) ?? []).toString()).toBe('User-agent: *');
  });

  it('knows nothing outside its folder, and nothing that is gone', async () => {
    const documents = createOriginDocuments(folder);
    for (const path of ['/../secret.txt', '/%2e%2e/secret.txt', '/%00', '/%']) {
      expect(await documents.find(path, 'https://one.example')).toBeNull();
    }
    rmSync(join(folder, 'sitemap.xml'));
    expect(await documents.find('/sitemap.xml', 'https://one.example')).toBeNull();
  });
});
