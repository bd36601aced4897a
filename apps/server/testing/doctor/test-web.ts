import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { TestCertificate } from './test-certificate.ts';

/** A web server on this machine until the end of the test; answers its port. */
export async function serveWeb(
  answer: RequestListener,
  certificate?: TestCertificate,
): Promise<number> {
  const server =
    certificate === undefined ? createServer(answer) : createSecureServer(certificate, answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

/** What a Kindling answers, as far as the doctor asks. */
export const asKindling =
  (publicKey: string): RequestListener =>
  (request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url === '/site-config.json') response.end(JSON.stringify({ voice: { publicKey } }));
    else response.end(JSON.stringify({ status: 'ok' }));
  };
