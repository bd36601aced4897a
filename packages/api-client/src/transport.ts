import type { Method } from '@kindling/protocol';
import { type ApiError, isApiError } from './api-error.ts';
import { readStreamError } from './error-answer.ts';
import { pause } from './pause.ts';
import { formatQuery } from './query-string.ts';
import { readEvents, type ServerEvent } from './read-events.ts';
import { createRequestKey } from './request-key.ts';
import {
  type Connection,
  headersFor,
  JSON_TYPE,
  readJson,
  type SentRequest,
  sendRequest,
  writeJson,
} from './send-request.ts';

export interface TransportOptions extends Connection {
  /** For one attempt with its answer, ms; 0: as long as it takes. @default 15000, of a form 300000 */
  readonly timeout?: number;
  /** Further attempts of a request that may be repeated. @default 2 */
  readonly retries?: number;
  /** First pause between attempts, ms; doubles each time. @default 300 */
  readonly retryDelay?: number;
}

/** For one request, instead of the client's own. */
export interface RequestOptions {
  readonly signal?: AbortSignal;
  /** For one attempt with its answer, ms; 0: as long as it takes. */
  readonly timeout?: number;
  readonly retries?: number;
  /** The same key with the same request creates one thing. @default a new one for each creation */
  readonly idempotencyKey?: string;
  /** `updatedAt` of what is changed, as it was read: rejected with 412 when it has changed since. */
  readonly ifUpdatedAt?: string;
}

export interface TransportRequest extends RequestOptions {
  readonly method: Method;
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  /** JSON, or a form that is sent as it is. */
  readonly body?: unknown;
  /** Makes something new: repeated under a key that the server recognises. */
  readonly creates?: boolean;
  /** No key is sent. */
  readonly open?: boolean;
  /** Media type asked for. @default JSON */
  readonly accept?: string;
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

/** By then a proxy knows that a server is gone, ms. */
const SECOND_ATTEMPT_DELAY = 1_000;

/** Repeating these leaves the server as one would. */
const IDEMPOTENT: ReadonlySet<Method> = new Set<Method>(['GET', 'PUT', 'DELETE']);

/** Sends requests, and those again that may be repeated. */
export function createTransport(options: TransportOptions): Transport {
  const defaults = { ...DEFAULTS, ...options };
  return async (given, read) => {
    const { creates = false, retries = defaults.retries, timeout = defaults.timeout } = given;
    const request = writeRequest(options, given);
    const repeatable = creates || IDEMPOTENT.has(request.method);
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await sendRequest(options.baseUrl, request, timeout, read);
      } catch (error) {
        if (attempt >= retries || !mayRepeat(error, repeatable)) throw error;
        await pause(delayBefore(error, defaults.retryDelay * 2 ** attempt), request.signal);
      }
    }
  };
}

function writeRequest({ token }: Connection, request: TransportRequest): SentRequest {
  const { method, path, query, signal, body, creates, open, accept, ifUpdatedAt } = request;
  const { idempotencyKey = creates ? createRequestKey() : undefined } = request;
  const { authorization, ...ofAnswer } = headersFor(token, accept);
  const isPlain = body === undefined || isForm(body);
  return {
    method,
    path: `${path}${formatQuery(query)}`,
    signal,
    body: isPlain ? body : writeJson(body),
    headers: {
      ...ofAnswer,
      ...(open ? {} : { authorization }),
      // The browser itself says of a form where its parts end.
      ...(isPlain ? {} : JSON_TYPE),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      ...(ifUpdatedAt === undefined ? {} : { 'if-match': `"${ifUpdatedAt}"` }),
    },
  };
}

function isForm(body: unknown): body is FormData {
  return typeof FormData === 'function' && body instanceof FormData;
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

/** A request whose body is JSON. */
export interface JsonRequest extends Pick<RequestOptions, 'signal'> {
  readonly method: Method;
  readonly path: string;
  readonly body: unknown;
}

/**
 * One attempt, and a second one where nobody knows what became of the first, because the server or the way to it is
 * gone; for what does no harm when it was carried out twice. Its answer read as JSON.
 *
 * @throws an `ApiError`
 */
export async function sendTwice(connection: Connection, request: JsonRequest): Promise<unknown> {
  const { baseUrl, token } = connection;
  const written = writeJsonRequest(token, request);
  const send = () => sendRequest(baseUrl, written, DEFAULTS.timeout, readJson);
  try {
    return await send();
  } catch (error) {
    if (!wasLost(error as ApiError)) throw error;
    await pause(SECOND_ATTEMPT_DELAY, request.signal);
    return send();
  }
}

/** Bad gateway: a proxy whose server broke off. */
const wasLost = ({ code, status }: ApiError) => code === 'unreachable' || status === 502;

/**
 * One attempt, its answer in chunks until its end; leaving the loop closes the connection.
 *
 * @throws an `ApiError`, even for a failure during the stream
 */
export async function* streamOnce(
  { baseUrl, token }: Connection,
  request: JsonRequest,
): AsyncGenerator<ServerEvent, void> {
  const written = writeJsonRequest(token, request, 'text/event-stream');
  // A stream has no timeout.
  const response = await sendRequest(baseUrl, written, 0, async (unread) => unread);
  for await (const event of readEvents(response, request.signal)) {
    if (event.event === 'error') throw readStreamError(event.data);
    yield event;
  }
}

function writeJsonRequest(token: string, { body, ...request }: JsonRequest, accept?: string) {
  const headers = { ...headersFor(token, accept), ...JSON_TYPE };
  return { ...request, headers, body: writeJson(body) };
}
