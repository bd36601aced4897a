import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { AppEnv } from '../requests/app-env.ts';
import { handleError } from '../requests/errors.ts';
import { clientAddress } from '../requests/visitors/client-address.ts';
import { telemetryRoutes } from './routes.ts';

/** Answers the status of /metrics as asked from an address. */
async function read(
  remoteAddress: string | null,
  options: { token?: string; proxies?: number; headers?: Record<string, string> } = {},
): Promise<number> {
  const trustedProxies = options.proxies ?? 0;
  const app = new Hono<AppEnv>()
    .use((c, next) => {
      c.set('clientAddress', clientAddress(c, trustedProxies));
      return next();
    })
    .route(
      '/',
      telemetryRoutes({
        trustedProxies,
        metricsToken: options.token ?? null,
        isReady: () => true,
        database: { isUp: async () => true },
        media: null,
        metrics: { text: async () => 'kindling_calls_active 1', contentType: 'text/plain' },
      }),
    )
    .onError(handleError);
  const environment = remoteAddress === null ? {} : { incoming: { socket: { remoteAddress } } };
  const request = new Request('http://localhost/metrics', { headers: options.headers ?? {} });
  return (await app.fetch(request, environment)).status;
}

it.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])(
  'are read from %s',
  async (address) => {
    expect(await read(address)).toBe(200);
  },
);

it.each(['10.0.0.7', '192.0.2.1', '2001:db8::1', '::ffff:10.0.0.7', '127.0.0.1.example'])(
  'are not read from %s',
  async (address) => {
    expect(await read(address)).toBe(403);
  },
);

it('are not read through a proxy of this machine', async () => {
  const headers = { 'X-Forwarded-For': '192.0.2.1' };
  expect(await read('127.0.0.1', { headers })).toBe(403);
  expect(await read('127.0.0.1', { headers, proxies: 1 })).toBe(403);
  const forged = { 'X-Forwarded-For': '127.0.0.1' };
  expect(await read('192.0.2.1', { headers: forged })).toBe(403);
  expect(await read('127.0.0.1', { headers: forged, proxies: 1 })).toBe(403);
});

it('are read from anywhere with the token, and from nowhere without it', async () => {
  const token = 'a-long-enough-token';
  const bearer = (given: string) => ({ Authorization: `Bearer ${given}` });
  expect(await read('192.0.2.1', { token, headers: bearer(token) })).toBe(200);
  for (const headers of [
    {},
    bearer('another-long-token'),
    bearer(`${token}x`),
    { Authorization: token },
  ])
    expect(await read('127.0.0.1', { token, headers })).toBe(401);
});
