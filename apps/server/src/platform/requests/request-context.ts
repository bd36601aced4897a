import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { requestId } from 'hono/request-id';
import type { Logger } from 'pino';
import type { ForwardedFacts } from '../cluster/node-requests.ts';
import type { HttpMetrics } from '../metrics/metrics.ts';
import type { AppContext, AppEnv } from './app-env.ts';
import { handleError } from './errors.ts';
import { clientAddress, requestBaseUrl } from './visitors/client-address.ts';

export interface RequestContextOptions {
  readonly log: Logger;
  readonly metrics: HttpMetrics;
  readonly trustedProxies: number;
  readonly publicUrl: string | null;
  /** What the node says that was asked first; null: none was. @default none ever is */
  readonly readForwarded?: (c: AppContext) => ForwardedFacts | null;
}

/** Gives every request an id (a sane incoming one is kept), an address, a logger, and measures it. */
export function requestContext(options: RequestContextOptions): MiddlewareHandler<AppEnv>[] {
  const describe = createMiddleware<AppEnv>(async (c, next) => {
    const log = options.log.child({ requestId: c.get('requestId') });
    c.set('log', log);
    const forwarded = options.readForwarded?.(c) ?? null;
    c.set('isForwarded', forwarded !== null);
    c.set('clientAddress', forwarded?.clientAddress ?? clientAddress(c, options.trustedProxies));
    c.set(
      'baseUrl',
      forwarded?.baseUrl ?? options.publicUrl ?? requestBaseUrl(c, options.trustedProxies),
    );
    const startedAt = performance.now();
    // Errors are answered further in; the adapter aborts requests with a word, which is none.
    await next().catch(async (thrown: unknown) => {
      c.res = await handleError(new Error('No error was thrown.', { cause: thrown }), c);
    });
    const seconds = (performance.now() - startedAt) / 1_000;
    const labels = { method: c.req.method, status: c.res.status };
    options.metrics.observeRequest({ ...labels, seconds });
    log.debug({ ...labels, seconds }, 'request answered');
  });
  return [requestId({ limitLength: 128 }), describe];
}
