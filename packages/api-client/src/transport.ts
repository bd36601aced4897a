import type { Method } from '@kindling/protocol';
import { ApiError, isApiError } from './api-error.ts';
import { readErrorAnswer } from './error-answer.ts';

export interface TransportOptions {
  /** Bearer credential: a public key in a browser, a private token on a server. */
  readonly token: string;
  readonly baseUrl: string;
  /** For one attempt, ms. @default 15000 */
  readonly timeout?: number;
  /** Further attempts of a method that may be repeated. @default 2 */
  readonly retries?: number;
  /** First pause between attempts, ms; doubles each time. @default 300 */
  readonly retryDelay?: number;
}

export interface TransportRequest {
  readonly method: Method;
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** Sends a request; resolves with the JSON of the answer, undefined for an empty one. Rejects with an `ApiError`. */
export type Transport = (request: TransportRequest) => Promise<unknown>;

const DEFAULTS = { timeout: 15_000, retries: 2, retryDelay: 300 };
/** Longer than this the caller should decide. */
const RETRY_DELAY_MAX = 10_000;

/** Repeating these leaves the server as one would. */
const IDEMPOTENT: ReadonlySet<Method> = new Set<Method>(['GET', 'PUT', 'DELETE']);

export function createTransport(options: TransportOptions): Transport {
  const { timeout, retries, retryDelay } = { ...DEFAULTS, ...options };
  return async (request) => {
    const attempts = IDEMPOTENT.has(request.method) ? retries : 0;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await send(options, request, timeout);
      } catch (error) {
        if (!isApiError(error) || !error.retryable || attempt >= attempts) throw error;
        const backoff = retryDelay * 2 ** attempt * (0.75 + Math.random() / 2);
        await pause(Math.min(RETRY_DELAY_MAX, error.retryAfter ?? backoff), request.signal);
      }
    }
  };
}

async function send(
  { token, baseUrl }: TransportOptions,
  { method, path, query, body, signal }: TransportRequest,
  timeout: number,
): Promise<unknown> {
  const url = `${baseUrl.replace(/\/+$/, '')}${path}${formatQuery(query)}`;
  const limit = AbortSignal.timeout(timeout);
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw await readErrorAnswer(response);
    text = await response.text();
  } catch (cause) {
    throw isApiError(cause) ? cause : describeSilence(cause, signal, limit);
  }
  return parse(text, response.status);
}

function parse(text: string, status: number): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ApiError('The answer is not JSON.', { code: 'unreadable', status, cause });
  }
}

function describeSilence(cause: unknown, signal: AbortSignal | undefined, limit: AbortSignal) {
  if (signal?.aborted) return new ApiError('The request was aborted.', { code: 'aborted', cause });
  return limit.aborted
    ? new ApiError('The server did not answer in time.', { code: 'timeout', cause })
    : new ApiError('The server cannot be reached.', { code: 'unreachable', cause });
}

function formatQuery(query: TransportRequest['query']): string {
  const entries = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  if (entries.length === 0) return '';
  return `?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`;
}

function pause(delay: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(new ApiError('The request was aborted.', { code: 'aborted' }));
    };
    if (signal?.aborted)
      return reject(new ApiError('The request was aborted.', { code: 'aborted' }));
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, delay);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
