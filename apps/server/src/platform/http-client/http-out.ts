import { ReadableStream as WebStream } from 'node:stream/web';
import type { OpenSocket } from '@kindling/conversation';
import { createRequestOpener } from './open-request.ts';
import { OutgoingError } from './outgoing-error.ts';
import { ownHeaders, readUrl } from './outgoing-parts.ts';
import { isPublicAddress } from './public-address.ts';
import { readBody } from './read-body.ts';
import { createSocketOpener } from './socket-out.ts';

export interface HttpRequest {
  readonly url: string;
  /** @default 'GET' */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** From first to last byte, ms. */
  readonly timeout: number;
  readonly signal?: AbortSignal;
  /** @default 1 MiB */
  readonly mostBytes?: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/**
 * Requests to addresses that users name: to the open internet alone unless the operator allows more,
 * within limits of time and size, never redirected.
 */
export interface HttpOut {
  /**
   * A status of 400 and more is an answer.
   *
   * @throws an `OutgoingError`, or the signal's reason
   */
  send(request: HttpRequest): Promise<HttpAnswer>;
  /** The same as a `fetch`, for what reads its answer as it comes. */
  readonly fetch: typeof fetch;
  readonly openSocket: OpenSocket;
}

export interface HttpOutOptions {
  /** Whether this machine and its network may be asked too. */
  readonly allowPrivate: boolean;
}

/** Of a `Response`; some servers refuse with 999. */
const MAX_STATUS = 599;
const MAX_BYTES = 1_024 * 1_024;
/** A stream that is silent for so long is dead, ms; who reads it has a shorter patience of its own. */
const STREAM_IDLE = 60_000;
/**
 * Servers let go of a connection that idles for two or five seconds, and most do not say when: what is on
 * its way just then is lost, and is not sent again, as it may have been read. We let go first, ms.
 */
const IDLE_CONNECTION_TIMEOUT = 1_000;

export function createHttpOut({ allowPrivate }: HttpOutOptions): HttpOut {
  const isAllowedAddress = allowPrivate ? () => true : isPublicAddress;
  const openRequest = createRequestOpener({
    isAllowedAddress,
    idleConnectionTimeout: IDLE_CONNECTION_TIMEOUT,
  });
  const openStream = createRequestOpener({ isAllowedAddress });
  return {
    openSocket: createSocketOpener(isAllowedAddress),
    async send(request) {
      const timeout = AbortSignal.timeout(request.timeout);
      const signal = AbortSignal.any([timeout, ...(request.signal ? [request.signal] : [])]);
      try {
        const answer = await openRequest({
          ...request,
          url: readUrl(request.url),
          signal,
          idleTimeout: request.timeout,
          headers: ownHeaders(request.headers),
        });
        const text = await readBody(answer.body, request.mostBytes ?? MAX_BYTES, signal);
        return { status: answer.status, headers: plainHeaders(answer.headers), text };
      } catch (error) {
        request.signal?.throwIfAborted();
        if (!timeout.aborted) throw error;
        throw new OutgoingError('timed_out', 'its server does not answer in time');
      }
    },
    async fetch(input, init = {}) {
      const { status, headers, body } = await openStream({
        url: readUrl(input instanceof Request ? input.url : String(input)),
        method: init.method ?? 'GET',
        headers: ownHeaders(Object.fromEntries(new Headers(init.headers))),
        ...(typeof init.body === 'string' ? { body: init.body } : {}),
        ...(init.signal ? { signal: init.signal } : {}),
        idleTimeout: STREAM_IDLE,
      });
      if (status >= 300 && status < 400) {
        body.destroy();
        throw new OutgoingError('unreachable', 'its server sends on to another address');
      }
      if (status > MAX_STATUS) {
        body.destroy();
        throw new OutgoingError('unreachable', `its server answers with the status ${status}`);
      }
      const hasBody = status !== 204 && status !== 205;
      if (!hasBody) body.destroy();
      // Not by `Readable.toWeb`: what still arrives for a body that was cancelled is thrown there where nobody can
      // catch it.
      const web = hasBody ? (WebStream.from(body) as unknown as ReadableStream<Uint8Array>) : null;
      return new Response(web, {
        status,
        headers: plainHeaders(headers),
      });
    },
  };
}

/** Of these only the first counts, where a server sends several; others are lists. */
const SINGLE_HEADERS: ReadonlySet<string> = new Set([
  ...['content-type', 'content-length', 'location', 'retry-after'],
  ...['etag', 'last-modified', 'expires', 'age', 'server'],
]);

function plainHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const values = [value ?? ''].flat();
      return [name, SINGLE_HEADERS.has(name) ? (values[0] ?? '') : values.join(', ')];
    }),
  );
}
