import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPglite } from '../../apps/server/testing/databases/test-pglite.ts';
import {
  createListeningServer,
  type ListeningServer,
} from '../../apps/server/testing/server/listening-server.ts';
import { findChromium, launchChromium } from '../support/browser/chromium.ts';
import type { useClientInPage } from './client-page.ts';
import { runReadmeExamples } from './readme-examples.ts';

/** The client against a server on the wire: from Node as its README says, and from a page of another origin. */

type Page = { readonly useClientInPage: typeof useClientInPage };

const pageServer = createServer();
let origin: string;
let server: ListeningServer;

beforeAll(async () => {
  await new Promise<void>((resolve) => pageServer.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(pageServer.address() as AddressInfo).port}`;
  server = await createListeningServer(await openTestPglite(), { CALL_ORIGINS: origin });
});
afterAll(async () => {
  pageServer.close();
  pageServer.closeAllConnections();
  await server?.close();
});

const beside = (name: string) => new URL(name, import.meta.url).pathname;
const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

describe('the README', () => {
  it('has its examples from here', () => {
    const readme = readFileSync(beside('../../packages/api-client/README.md'), 'utf8');
    const blocks = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code ?? '');
    expect(blocks).toHaveLength(5);
    const known = new Set(linesOf(readFileSync(beside('readme-examples.ts'), 'utf8')));
    const unknown = blocks.flatMap(linesOf).filter((line) => !known.has(line));
    expect(unknown).toEqual([]);
  });

  it('has examples that do what they say', async () => {
    server.parts.model.reply('Any day at ten.');
    const logged: unknown[][] = [];
    await runReadmeExamples(server.privateKey, server.origin, {
      log: (...words: unknown[]) => logged.push(words),
    });
    const [code, status, requestId, fields] = logged.at(-1) ?? [];
    expect([code, status, fields]).toEqual(['precondition_failed', 412, []]);
    expect(requestId).toMatch(/\S{8,}/);
    expect(logged.at(-2)).toEqual(['done']);
    expect(logged.at(-3)).toEqual([1]);
    expect(logged[0]?.join('')).toContain('Any day');
  });
});

describe.skipIf(findChromium() === null)('a page of another origin', () => {
  it('reads, changes, streams, uploads and is refused like anybody', async () => {
    const { outputFiles } = await build({
      ...{ entryPoints: [beside('client-page.ts')], bundle: true, format: 'esm', write: false },
      logLevel: 'silent',
    });
    const script = outputFiles[0]?.text ?? '';
    pageServer.on('request', (_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(`<!doctype html><script type="module">${script}</script>`),
    );
    server.parts.model.reply('Any day at ten.');
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      await page.goto(origin);
      const done = await page.evaluate(
        ([url, key]) => (globalThis as unknown as Page).useClientInPage(url, key),
        [server.origin, server.privateKey] as const,
      );
      expect(done).toMatchObject({
        ...{ name: 'Bea', words: 'Any day at ten.', file: 'fees.txt', aborted: 'aborted' },
        refused: { code: 'precondition_failed', requestId: expect.stringMatching(/\S{8,}/) },
      });
      expect(done.assistants).toBeGreaterThan(1);
      expect(done.sent?.sentBytes).toBe(done.sent?.totalBytes);
    } finally {
      await browser.close();
    }
  });
});
