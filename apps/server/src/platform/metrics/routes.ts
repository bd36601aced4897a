import { Hono } from 'hono';
import { ApiError } from '../errors/api-error.ts';
import type { Health } from '../health/health.ts';
import { databaseUnavailable } from '../requests/answers/outage-answer.ts';
import type { AppEnv } from '../requests/app-env.ts';
import type { Metrics } from './metrics.ts';
import { createMetricsGuard, type MetricsGuardOptions } from './metrics-guard.ts';

export interface TelemetryOptions extends MetricsGuardOptions {
  readonly metrics: Pick<Metrics, 'text' | 'contentType'>;
  readonly isReady: () => boolean;
  readonly database: Health;
  /** Of what carries calls outside this server; null: nothing does. */
  readonly media: Health | null;
}

/**
 * `/healthz`: the process answers, whatever its database does. `/readyz`: calls can be taken and stored.
 * `/metrics`: Prometheus text.
 */
export function telemetryRoutes(options: TelemetryOptions): Hono<AppEnv> {
  const { metrics } = options;
  const guard = createMetricsGuard(options);
  return new Hono<AppEnv>()
    .get('/healthz', (c) => c.json({ status: 'ok' }, 200, { 'Cache-Control': 'no-store' }))
    .get('/readyz', async (c) => {
      if (!options.isReady()) throw notReady();
      if (!(await options.database.isUp())) throw databaseUnavailable();
      if ((await options.media?.isUp()) === false) throw mediaUnavailable();
      return c.json({ status: 'ready' }, 200, { 'Cache-Control': 'no-store' });
    })
    .get('/metrics', async (c) => {
      guard(c);
      return c.body(await metrics.text(), 200, {
        'Content-Type': metrics.contentType,
        'Cache-Control': 'no-store',
      });
    });
}

function mediaUnavailable(): ApiError {
  return new ApiError('not_ready', 'The media server does not answer. Try again in a moment.', {
    headers: { 'Retry-After': '2' },
  });
}

export function notReady(): ApiError {
  return new ApiError('not_ready', 'The server is starting or stopping. Try again in a moment.', {
    headers: { 'Retry-After': '2' },
  });
}
