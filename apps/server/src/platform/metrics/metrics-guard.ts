import { createHash, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../errors/api-error.ts';
import type { AppContext } from '../requests/app-env.ts';
import { isLoopbackAddress, isLoopbackHost } from '../requests/visitors/loopback-host.ts';

export interface MetricsGuardOptions {
  readonly trustedProxies: number;
  /** Null: only this machine reads them. */
  readonly metricsToken: string | null;
}

/** Keeps metrics, which say how busy an organisation is, to their operator. */
export function createMetricsGuard(options: MetricsGuardOptions): (c: AppContext) => void {
  const { metricsToken } = options;
  if (metricsToken === null) return rejectElsewhere;
  const expected = digest(metricsToken);
  return (c) => {
    const given = /^Bearer +(\S+) *$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? '';
    // Digests are of one length, and comparing them takes one time.
    if (timingSafeEqual(digest(given), expected)) return;
    throw new ApiError(
      'unauthenticated',
      'Send METRICS_TOKEN in the header Authorization: Bearer <token>.',
      { headers: { 'WWW-Authenticate': 'Bearer' } },
    );
  };
}

function rejectElsewhere(c: AppContext): void {
  // A request from within this process has no socket.
  const address = c.env?.incoming === undefined ? '127.0.0.1' : c.get('clientAddress');
  // A proxy of this machine speaks for others, whether or not it is trusted to say for whom.
  const isForwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some(
    (header) => c.req.header(header) !== undefined,
  );
  // A page elsewhere whose name was pointed at this machine asks from here, too.
  const host = new URL(c.req.url).hostname.replace(/^\[|\]$/g, '');
  if (isLoopbackAddress(address) && isLoopbackHost(host) && !isForwarded) return;
  throw new ApiError(
    'forbidden',
    'Metrics are read on the machine of the server, at localhost. To read them from elsewhere, start it with METRICS_TOKEN and send that.',
  );
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
