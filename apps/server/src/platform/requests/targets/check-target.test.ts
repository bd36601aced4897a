import { errorBodySchema } from '@kindling/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestPglite } from '../../../../testing/databases/test-pglite.ts';
import { exchangeRaw } from '../../../../testing/requests/raw-exchange.ts';
import {
  createListeningServer,
  type ListeningServer,
} from '../../../../testing/server/listening-server.ts';

let server: ListeningServer;
beforeAll(async () => {
  server = await createListeningServer(await openTestPglite());
}, 60_000);
afterAll(() => server.close());

/** The target goes out as it stands: clients would resolve it. */
async function get(target: string) {
  const { port } = new URL(server.origin);
  const lines = [`GET ${target} HTTP/1.1`, 'Host: localhost', 'Connection: close'];
  const answer = await exchangeRaw(
    Number(port),
    [...lines, `Authorization: Bearer ${server.privateKey}`, '', ''].join('\r\n'),
  );
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { status: Number(head.slice(9, 12)), body };
}

it.each([
  '/assistant/%2e%2e/token',
  '/assistant/%2E%2e/token',
  '/assistant/.%2e/token',
  '/assistant/../token',
  '/x/%2e%2e/healthz',
  '/%2e/token',
  '/assistant/%2e%2e%2ftoken',
  '/assistant/..%5ctoken',
  '/assistant/%2e%2e',
  '/room/%2e%2e/token?a=b',
  'http://localhost/assistant/%2e%2e/token',
  'http://localhost/%2e%2e/token',
])('is no other route: %s', async (target) => {
  const { status, body } = await get(target);
  expect([status, errorBodySchema.parse(JSON.parse(body)).code]).toEqual([400, 'bad_request']);
});

it.each(['/room/%00', '/room/a%00b/access', '/room/%1f', '/room/%ff', '/room/%c0%80', '/room/%'])(
  'is text: %s',
  async (target) => {
    const { status, body } = await get(target);
    expect([status, errorBodySchema.parse(JSON.parse(body)).code]).toEqual([400, 'bad_request']);
  },
);

it.each([
  ['/token', 200],
  ['/token?name=..%2f', 400],
  ['http://localhost/token', 200],
  ['/%74oken', 200],
  ['/healthz?x=/../%2e%2e/', 200],
  ['/room/caf%C3%A9...', 404],
  ['/.well-known/nothing', 404],
])('leaves %s alone', async (target, status) => {
  expect((await get(target)).status).toBe(status);
});
