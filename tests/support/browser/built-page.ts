import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { build } from 'vite';
import { createContentSecurityPolicy } from '../../../apps/server/src/http/middleware/content-security-policy.ts';

const repository = new URL('../../../', import.meta.url).pathname;
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

/** A page of one script, built as the site is and served under the site's policy. */
export interface BuiltPage {
  readonly url: string;
  close(): void;
}

export async function buildPage(script: string): Promise<BuiltPage> {
  const folder = mkdtempSync(join(tmpdir(), 'kindling-page-'));
  await build({
    configFile: false,
    logLevel: 'error',
    root: repository,
    build: {
      outDir: folder,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      modulePreload: false,
      target: 'es2022',
      rolldownOptions: {
        input: join(repository, script),
        output: { entryFileNames: 'page.js' },
      },
    },
  });
  const policy = createContentSecurityPolicy({
    hostedLeads: null,
    scheduling: { file: '', fileRequired: false, embedOrigins: [], hostedUrl: null },
    roomContentOrigins: [],
    media: { livekitMeetings: null },
  })('/');
  const server = createServer(({ url = '/' }, response) => {
    response.setHeader('content-security-policy', policy);
    if (url === '/') {
      response.setHeader('content-type', 'text/html');
      response.end(
        '<!doctype html><title>Page</title><script type="module" src="/page.js"></script>',
      );
      return;
    }
    try {
      const body = readFileSync(join(folder, new URL(url, 'http://page').pathname));
      response.setHeader('content-type', types[extname(url)] ?? 'application/octet-stream');
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    // A name, not a number: browsers give devices to secure pages only, and localhost is one.
    url: `http://localhost:${port}/`,
    close() {
      server.close();
      server.closeAllConnections();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
