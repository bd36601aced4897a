import type { Method } from '@kindling/protocol';
import { type ApiError, isApiError } from './api-error.ts';
import { readStreamError } from './error-answer.ts';
import { pause } from './pause.ts';
import { formatQuery } from './query-string.ts';
import { readEvents, type ServerEvent } from './read-events.ts';
import { createRequestKey } from './request-key.ts';
import { type Connection, readJson, type SentRequest, sendRequest } from './send-request.ts';

export interface TransportOptions extends Connection {
  /** For one attempt with its answer, ms; 0: as long as it takes. @default 15000, of a form 300000 */
  readonly timeout?: number;
  /** Further attempts of a request that may be repeated. @default 2 */
  readonly retries?: number;
  /** First pause between attempts, ms; doubles each time. @default 300 */
  readonly retryDelay?: number;
}

/** For one request, instead of the client's own. */
export interface RequestOptions extends Pick<SentRequest, 'signal' | 'ifUpdatedAt'> {
  /** For one attempt with its answer, ms; 0: as long as it takes. */
  readonly timeout?: number;
  readonly retries?: number;
  /** The same key with the same request creates one thing. @default a new one for each creation */
  readonly idempotencyKey?: string;
}

export interface TransportRequest extends RequestOptions, Omit<SentRequest, keyof RequestOptions> {
  readonly query?: Readonly<Record<string, unknown>>;
  /** Makes something new: repeated under a key that the server recognises. */
  readonly creates?: boolean;
}

/**
 * Sends a request and reads its answer, which is fine.
 *
 * @throws an `ApiError`
 */
export type Transport = <T>(
  request: TransportRequest,
  read: (response: Response) => Promise<T>,
) => Promise<T>;

const DEFAULTS = { timeout: 15_000, retries: 2, retryDelay: 300 };
const BACKOFF_MAX = 10_000;
/** Whom the server asks to wait longer than this should decide, not sit in a request. */
const RETRY_AFTER_MAX = 30_000;

/** Repeating these leaves the server as one would. */
const IDEMPOTENT: ReadonlySet<Method> = new Set<Method>(['GET', 'PUT', 'DELETE']);

/** Sends requests, and those again that may be repeated. */
export function createTransport(options: TransportOptions): Transport {
  const defaults = { ...DEFAULTS, ...options };
  return async (given, read) => {
    const { query, creates = false, retries = defaults.retries, timeout, ...request } = given;
    const addressed = {
      ...request,
      path: `${request.path}${formatQuery(query)}`,
      ...(creates && { idempotencyKey: request.idempotencyKey ?? createRequestKey() }),
    };
    const repeatable = creates || IDEMPOTENT.has(request.method);
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await sendRequest(options, addressed, timeout ?? defaults.timeout, read);
      } catch (error) {
        if (attempt >= retries || !mayRepeat(error, repeatable)) throw error;
        await pause(delayBefore(error, defaults.retryDelay * 2 ** attempt), request.signal);
      }
    }
  };
}

/** What was turned away by a limit was not carried out, whatever it was. */
function mayRepeat(error: unknown, repeatable: boolean): error is ApiError {
  if (!isApiError(error) || !error.retryable) return false;
  return (repeatable || error.status === 429) && (error.retryAfter ?? 0) <= RETRY_AFTER_MAX;
}

/** No sooner than the server says; and those who were refused together do not come back together. */
function delayBefore({ retryAfter }: ApiError, backoff: number): number {
  if (retryAfter !== undefined) return retryAfter * (1 + Math.random() / 10);
  return Math.min(BACKOFF_MAX, backoff * (0.75 + Math.random() / 2));
}

/**
 * One attempt without retries, read as JSON.
 *
 * @throws an `ApiError`
 */
export function sendOnce(
  connection: Connection,
  request: Pick<SentRequest, 'method' | 'path' | 'body' | 'signal'>,
  timeout = DEFAULTS.timeout,
): Promise<unknown> {
  return sendRequest(connection, request, timeout, readJson);
}

/**
 * One attempt, its answer in chunks until its end; leaving the loop closes the connection.
 *
 * @throws an `ApiError`, even for a failure during the stream
 */
export async function* streamOnce(
  connection: Connection,
  request: Pick<SentRequest, 'method' | 'path' | 'body' | 'signal'>,
): AsyncGenerator<ServerEvent, void> {
  const asked = { ...request, accept: 'text/event-stream' };
  // A stream has no timeout.
  const response = await sendRequest(connection, asked, 0, async (unread) => unread);
  for await (const event of readEvents(response, request.signal)) {
    if (event.event === 'error') throw readStreamError(event.data);
    yield event;
  }
}
