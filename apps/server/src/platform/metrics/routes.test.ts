import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { AppEnv } from '../requests/app-env.ts';
import { handleError } from '../requests/errors.ts';
import { createMetrics } from './metrics.ts';
import { telemetryRoutes } from './routes.ts';

async function ready(up: { database: boolean; media: boolean | null }) {
  const { media } = up;
  const app = new Hono<AppEnv>()
    .route(
      '/',
      telemetryRoutes({
        trustedProxies: 0,
        metricsToken: null,
        isReady: () => true,
        database: { isUp: async () => up.database },
        media: media === null ? null : { isUp: async () => media },
        metrics: createMetrics(),
      }),
    )
    .onError(handleError);
  const answer = await app.request('/readyz');
  const { code, message = '' } = (await answer.json()) as { code?: string; message?: string };
  return [answer.status, code, message.includes('media server')];
}

it('is ready while everything that calls depend on answers', async () => {
  expect(await ready({ database: true, media: null })).toEqual([200, undefined, false]);
  expect(await ready({ database: true, media: true })).toEqual([200, undefined, false]);
  expect(await ready({ database: true, media: false })).toEqual([503, 'not_ready', true]);
  expect(await ready({ database: false, media: true })).toEqual([
    503,
    'database_unavailable',
    false,
  ]);
});
