import { type Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { type Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { closedAddress, guardedLookup } from './guarded-lookup.ts';
import { isOutgoingError, OutgoingError } from './outgoing-error.ts';

export interface OutgoingRequest {
  readonly url: URL;
  /** @default 'GET' */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal?: AbortSignal;
  /** Without a byte for so long the other side is gone, ms. */
  readonly idleTimeout: number;
  readonly isAllowedAddress: (address: string) => boolean;
  /** Who keeps connections. @default Node's own, for five seconds */
  readonly agents?: { readonly http: HttpAgent; readonly https: HttpsAgent };
}

/**
 * Sends a request to an address that is allowed; redirects are not followed. The answer's body is the
 * caller's to read or destroy. Rejects with an `OutgoingError`, or the signal's reason.
 */
export function openRequest(options: OutgoingRequest): Promise<IncomingMessage> {
  const { url, signal, isAllowedAddress, body } = options;
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(hostname) !== 0 && !isAllowedAddress(hostname)) return Promise.reject(closedAddress());
  const isSecure = url.protocol === 'https:';
  const request = isSecure ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    // The address that was checked is the address that is asked: a name cannot change in between.
    const sent = request(url, {
      method: options.method ?? 'GET',
      headers: {
        ...options.headers,
        ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
      },
      agent: isSecure ? options.agents?.https : options.agents?.http,
      lookup: guardedLookup(isAllowedAddress),
      timeout: options.idleTimeout,
      ...(signal === undefined ? {} : { signal }),
    });
    sent.on('response', resolve);
    sent.on('timeout', () =>
      sent.destroy(new OutgoingError('timed_out', 'its server does not answer')),
    );
    sent.on('error', (error) => {
      if (signal?.aborted === true) return reject(signal.reason);
      reject(isOutgoingError(error) ? error : unreachable(error));
    });
    // The only sign of a protocol upgrade. After a response or an error this has no effect.
    sent.on('close', () => reject(signal?.aborted === true ? signal.reason : unreachable()));
    sent.end(body);
  });
}

function unreachable(cause?: unknown): OutgoingError {
  return new OutgoingError('unreachable', 'its server cannot be reached', { cause });
}
