import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPglite } from '../../../../testing/databases/test-pglite.ts';
import { createTestServer, type TestServer } from '../../../../testing/server/test-server.ts';
import type { OpenDatabase } from '../../../platform/database/database.ts';

const BROWSER = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('the address of a room', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kindling-room-page-'));
  let database: OpenDatabase;
  let server: TestServer;
  beforeAll(async () => {
    mkdirSync(join(folder, 'room-assets'));
    writeFileSync(join(folder, 'index.html'), '<h1>call</h1>');
    writeFileSync(join(folder, 'room-assets/index-AbCdEf12.js'), 'export {};');
    database = await openTestPglite();
    server = await createTestServer(database, {
      ROOM_DIST: folder,
      EMBED_ORIGINS: 'https://school.example',
    });
  }, 60_000);
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });

  it('is a page for people, whether there is such a room or not', async () => {
    const answer = await server.fetch('/room/anything', { headers: BROWSER });
    expect([answer.status, await answer.text()]).toEqual([200, '<h1>call</h1>']);
    expect(answer.headers.get('vary')).toContain('Accept');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  });

  it('is JSON for programs', async () => {
    for (const headers of [{}, { Accept: '*/*' }, { Accept: 'application/json' }]) {
      const answer = await server.fetch('/room/anything', { headers });
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ code: 'room_not_found' });
    }
  });

  it('answers 304 to a browser that has the page', async () => {
    const etag = (await server.fetch('/room/a', { headers: BROWSER })).headers.get('etag') ?? '';
    const headers = { ...BROWSER, 'If-None-Match': etag };
    expect((await server.fetch('/room/b', { headers })).status).toBe(304);
  });

  it('may use camera and screen, and listed origins may embed it', async () => {
    const { headers } = await server.fetch('/room/a', { headers: BROWSER });
    expect(headers.get('permissions-policy')).toContain('camera=*');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("frame-ancestors 'self' https://school.example");
    expect(policy).toContain("frame-src 'self' https:");
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
    const elsewhere = await server.fetch('/room/a/participant/b', { headers: BROWSER });
    expect(elsewhere.headers.get('permissions-policy')).toContain('camera=()');
    expect(elsewhere.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  it('keeps assets for good, and what is missing not at all', async () => {
    const asset = await server.fetch('/room-assets/index-AbCdEf12.js');
    expect(asset.headers.get('content-type')).toContain('javascript');
    expect(asset.headers.get('cache-control')).toContain('immutable');
    const missing = await server.fetch('/room-assets/index-gone.js');
    expect(missing.status).toBe(404);
    expect(missing.headers.get('cache-control')).not.toContain('immutable');
  });
});
