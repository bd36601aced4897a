import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { build } from 'vite';

const repository = new URL('../../../', import.meta.url).pathname;

let built: Promise<string> | undefined;

/** The call library as a page loads it, with its chunks, built once in a worker; resolves with the folder. */
async function buildCallLibrary(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'kindling-bundle-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await build({
    configFile: false,
    logLevel: 'error',
    root: repository,
    base: '/call-test/',
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'esnext',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: join(repository, 'packages/call/src/index.ts'),
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'call.js' },
      },
    },
  });
  return folder;
}

/** An empty page of the server's origin, with the policy of one of its paths and the call library as `window.kindling`. */
export async function openCallLibrary(
  context: BrowserContext,
  serverUrl: string,
  path = '/',
): Promise<Page> {
  built ??= buildCallLibrary();
  const folder = await built;
  const page = await context.newPage();
  const { headers } = await fetch(new URL(path, serverUrl));
  const policy = headers.get('content-security-policy') ?? '';
  await page.route(`${serverUrl}/call-test/**`, async (route) => {
    const name = new URL(route.request().url()).pathname.replace('/call-test/', '');
    if (name === 'page') {
      await route.fulfill({
        contentType: 'text/html',
        headers: { 'content-security-policy': policy },
        body: '<!doctype html><title>Call</title><script type="module" src="start.js"></script>',
      });
    } else if (name === 'start.js') {
      const body = "import * as kindling from './call.js'; window.kindling = kindling;";
      await route.fulfill({ contentType: 'text/javascript', body });
    } else {
      const contentType = name.endsWith('.wasm') ? 'application/wasm' : 'text/javascript';
      await route.fulfill({ contentType, body: readFileSync(join(folder, name)) });
    }
  });
  await page.goto(`${serverUrl}/call-test/page`);
  await page.waitForFunction(() => 'kindling' in window);
  return page;
}
