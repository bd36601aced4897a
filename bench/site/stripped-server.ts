import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

export interface StrippedServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * The site at `origin` without any JavaScript: the same HTML less its scripts, every other file and every
 * header as they come. What stays is the floor that no script can go below.
 */
export async function startStrippedServer(origin: string): Promise<StrippedServer> {
  const server = createServer((incoming, answer) => {
    pass(origin, incoming, answer).catch(() => answer.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Data such as JSON-LD is no script, and stays. */
const SCRIPTS =
  /<script(?! type="application\/ld\+json")[^>]*>[\s\S]*?<\/script>|<link[^>]*rel="modulepreload"[^>]*>/g;

async function pass(origin: string, from: IncomingMessage, to: ServerResponse): Promise<void> {
  const wantsPage = (from.headers.accept ?? '').includes('text/html');
  const headers = { ...from.headers, ...(wantsPage && { 'accept-encoding': 'identity' }) };
  const original = await new Promise<IncomingMessage>((resolve, reject) => {
    request(new URL(from.url ?? '/', origin), { method: from.method ?? 'GET', headers }, resolve)
      .on('error', reject)
      .end();
  });
  const isPage = original.headers['content-type']?.startsWith('text/html') === true;
  if (!isPage) {
    to.writeHead(original.statusCode ?? 502, original.headers);
    original.pipe(to);
    return;
  }
  const html = Buffer.concat(await original.toArray())
    .toString()
    .replace(SCRIPTS, '');
  const body = await promisify(brotliCompress)(html, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 10 },
  });
  to.writeHead(original.statusCode ?? 502, {
    ...original.headers,
    'content-encoding': 'br',
    'content-length': body.length,
  });
  to.end(body);
}
