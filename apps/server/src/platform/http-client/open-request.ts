import { isIP } from 'node:net';
import type { Readable } from 'node:stream';
import { Agent, type Dispatcher, errors } from 'undici';
import type { FindAddresses } from './find-addresses.ts';
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
}

export interface OutgoingAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The caller's to read or destroy. */
  readonly body: Readable;
}

/**
 * Sends a request to an address that is allowed; redirects are not followed, and nothing is sent twice.
 *
 * @throws an `OutgoingError`, or the signal's reason
 */
export type OpenRequest = (request: OutgoingRequest) => Promise<OutgoingAnswer>;

export interface RequestOpenerOptions {
  readonly isAllowedAddress: (address: string) => boolean;
  /** @default name servers, and the system where this machine may be reached */
  readonly find?: FindAddresses;
  /** How long a connection is kept between two requests, ms. @default 4000 */
  readonly idleConnectionTimeout?: number;
}

/** What answers no SYN for so long is not there, ms; who asks has a shorter patience of its own. */
const CONNECT_TIMEOUT = 60_000;
const IDLE_CONNECTION_TIMEOUT = 4_000;

export function createRequestOpener(options: RequestOpenerOptions): OpenRequest {
  const { isAllowedAddress, find, idleConnectionTimeout = IDLE_CONNECTION_TIMEOUT } = options;
  const agent = new Agent({
    allowH2: false,
    // The address that was checked is the address that is asked: a name cannot change in between.
    connect: { lookup: guardedLookup(isAllowedAddress, find), timeout: CONNECT_TIMEOUT },
    keepAliveTimeout: idleConnectionTimeout,
    // A server may say that it keeps them for longer, and hang up before.
    keepAliveMaxTimeout: idleConnectionTimeout,
  });
  return async ({ url, method = 'GET', headers, body, signal, idleTimeout }) => {
    // A socket looks up names alone.
    const hostname = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(hostname) !== 0 && !isAllowedAddress(hostname)) throw closedAddress();
    try {
      const answer = await agent.request({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: method as Dispatcher.HttpMethod,
        headers: headers ?? {},
        headersTimeout: idleTimeout,
        bodyTimeout: idleTimeout,
        ...(body === undefined ? {} : { body }),
        ...(signal === undefined ? {} : { signal }),
      });
      // One that is destroyed unread says so, and nobody asked.
      answer.body.on('error', () => undefined);
      return { status: answer.statusCode, headers: answer.headers, body: answer.body };
    } catch (error) {
      signal?.throwIfAborted();
      throw outgoingError(error);
    }
  };
}

function outgoingError(error: unknown): unknown {
  if (isOutgoingError(error) || error instanceof errors.InvalidArgumentError) return error;
  if (error instanceof errors.HeadersTimeoutError || error instanceof errors.ConnectTimeoutError)
    return new OutgoingError('timed_out', 'its server does not answer', { cause: error });
  return new OutgoingError('unreachable', 'its server cannot be reached', { cause: error });
}
