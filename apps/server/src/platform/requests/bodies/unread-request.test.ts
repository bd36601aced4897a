import { errorBodySchema } from '@kindling/protocol';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exchangeRaw } from '../../../../testing/requests/raw-exchange.ts';
import { type HttpServer, listen } from '../../../main/listen.ts';
import type { AppEnv } from '../app-env.ts';

let server: HttpServer;
beforeAll(async () => {
  const app = new Hono<AppEnv>().get('/', (c) => c.text('here'));
  server = await listen(app, { host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());

const exchange = (bytes: string) => exchangeRaw(server.port, bytes);

const long = 'x'.repeat(40_000);
it.each([
  ['no method', 'GE T / HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'bad_request'],
  [
    'two lengths',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n',
    400,
    'bad_request',
  ],
  [
    'a long header',
    `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${long}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
  ['a long address', `GET /?x=${long} HTTP/1.1\r\nHost: a\r\n\r\n`, 431, 'headers_too_large'],
  ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'bad_request'],
  [
    'a host that is none',
    'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n',
    400,
    'bad_request',
  ],
  [
    'an address that is none',
    'GET http://[::1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    400,
    'bad_request',
  ],
])('refuses %s in the shape of all refusals', async (_, bytes, status, code) => {
  const [head = '', body = ''] = (await exchange(bytes)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  const refusal = errorBodySchema.strict().parse(JSON.parse(body));
  expect([refusal.statusCode, refusal.code]).toEqual([status, code]);
  expect(head.toLowerCase()).toContain(`x-request-id: ${refusal.requestId}`);
});

it('still answers what can be read', async () => {
  const text = await exchange('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  expect(text).toContain('here');
});
