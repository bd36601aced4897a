import { once } from 'node:events';
import { connect } from 'node:net';
import { Hono } from 'hono';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openTestPglite } from '../../../../testing/databases/test-pglite.ts';
import {
  createListeningServer,
  type ListeningServer,
} from '../../../../testing/server/listening-server.ts';
import { listen } from '../../../main/listen.ts';
import type { AppEnv } from '../app-env.ts';
import { handleError } from '../errors.ts';
import { requestContext } from '../request-context.ts';

let server: ListeningServer;
const printed = [vi.spyOn(console, 'error'), vi.spyOn(console, 'info')];
beforeAll(async () => {
  server = await createListeningServer(await openTestPglite());
}, 60_000);
afterAll(() => server.close());
beforeEach(() => {
  for (const spy of printed) spy.mockReset();
});

/** Status of each answer so far, as metrics count them. */
async function statuses(): Promise<string[]> {
  const text = (await server.send('GET', '/metrics')).json as string;
  const lines = text.matchAll(/_seconds_count\{method="(\w+)",status="(\d+)"\}/g);
  return [...lines].map(([, method, status]) => `${method} ${status}`);
}

const open = () => connect(Number(new URL(server.origin).port), '127.0.0.1');

/** The beginning of a request whose sender then is gone. */
async function breakOff(method: string, path: string, type: string, body: string): Promise<void> {
  const socket = open();
  const length = body === '' ? 'Transfer-Encoding: chunked' : 'Content-Length: 5000';
  const chunk = body === '' ? '400\r\n{"name":"A' : body;
  const headers = [
    ...[`${method} ${path} HTTP/1.1`, 'Host: localhost', `Content-Type: ${type}`, length],
    ...[`Authorization: Bearer ${server.privateKey}`, '', ''],
  ];
  await once(socket, 'connect');
  socket.write(headers.join('\r\n') + chunk, () => socket.resetAndDestroy());
  await once(socket, 'close');
}

it('is no fault of the server while a body comes', async () => {
  const { json } = await server.send('POST', '/call/web', {
    body: { assistantId: server.assistantId },
  });
  const room = new URL(json.webCallUrl).pathname;
  const form = 'multipart/form-data; boundary=x';
  await breakOff('POST', '/assistant', 'application/json', '{"name":"A');
  await breakOff('POST', '/assistant', 'application/json', '');
  await breakOff('POST', room, 'application/sdp', 'v=0');
  await breakOff('POST', '/file', form, '--x\r\n');
  await breakOff('POST', '/invitation', form, '--x\r\n');
  await breakOff('POST', '/rest/v1/subscriptions', 'application/json', '{"email":"a');
  await breakOff('PATCH', `/assistant/${server.assistantId}`, 'application/json', '{"name"');
  await expect.poll(statuses).toContain('PATCH 400');
  expect((await statuses()).filter((one) => / 5/.test(one))).toEqual([]);
  for (const spy of printed) expect(spy).not.toHaveBeenCalled();
});

it.each<[string, (signal: AbortSignal) => Promise<never>, number, number]>([
  ['with the reason of its signal', async ({ reason }) => Promise.reject(reason), 499, 0],
  ['with an error about it', async (signal) => fetch('data:,', { signal }) as never, 499, 0],
  ['with one deeper within', async ({ reason }) => fail(new Error('x', { cause: reason })), 499, 0],
  ['by another fault', async () => fail(new TypeError('ours')), 500, 1],
])('is no fault of work that then ends %s', async (_, work, status, faults) => {
  const seen: number[] = [];
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) });
  const begun = Promise.withResolvers<void>();
  const metrics = {
    observeRequest: (request: { status: number }) => void seen.push(request.status),
  };
  const app = new Hono<AppEnv>()
    .use(...requestContext({ log, metrics, trustedProxies: 0, publicUrl: null }))
    .post('/', async (c) => {
      const { signal } = c.req.raw;
      begun.resolve();
      await once(signal, 'abort');
      return work(signal);
    })
    .onError(handleError);
  const http = await listen(app, { host: '127.0.0.1', port: 0 });
  const socket = connect(http.port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}');
  await begun.promise;
  socket.resetAndDestroy();
  await expect.poll(() => seen).toEqual([status]);
  await http.close();
  expect(lines).toHaveLength(faults);
  for (const spy of printed) expect(spy).not.toHaveBeenCalled();
});

const fail = (error: Error): never => {
  throw error;
};

it('answers who has said everything and listens on: half-closed', async () => {
  const socket = open();
  await once(socket, 'connect');
  socket.end('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  let text = '';
  for await (const part of socket) text += String(part);
  expect(text).toMatch(/^HTTP\/1\.1 200 /);
});
