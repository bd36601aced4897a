import type { AppContext } from '../app-env.ts';

/** As nginx has it: the client closed the connection before its answer. Nobody reads it but metrics. */
export const CLIENT_GONE_STATUS = 499;

/** How Node, the adapter and web streams name a connection that the other side ended. */
const GONE_CODES: ReadonlySet<unknown> = new Set([
  'ECONNRESET',
  'EPIPE',
  'ABORT_ERR',
  'ERR_STREAM_PREMATURE_CLOSE',
]);

/**
 * Whether `error` says no more than that the client went away. A fault that happened to come while it
 * went is still a fault.
 */
export function isClientGone(c: AppContext, error: unknown): boolean {
  const { signal } = c.req.raw;
  if (!signal.aborted) return false;
  for (let one = error, depth = 0; depth < 5 && one !== undefined; depth += 1) {
    if (one === signal.reason) return true;
    if (!(one instanceof Error)) return false;
    if (one.name === 'AbortError' || ('code' in one && GONE_CODES.has(one.code))) return true;
    one = one.cause;
  }
  return false;
}
