import { readFieldErrors, readRefusal } from './answers.ts';
import { BookingRequestError } from './booking-request-error.ts';
import type { Reader } from './read-json.ts';

export interface RequestOptions {
  readonly method?: 'GET' | 'POST';
  readonly body?: unknown;
  readonly manageToken?: string;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

const TIMEOUT = 20_000;

/**
 * One request to the scheduling service, its answer read by `read`.
 *
 * @throws a {@link BookingRequestError}; an abort of the caller's own passes as it is
 */
export async function sendRequest<T>(
  path: string,
  read: Reader<T>,
  options: RequestOptions = {},
): Promise<T> {
  const response = await answer(path, options);
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw refusal(response, body);
  try {
    return read(body, '');
  } catch (cause) {
    const message = 'The answer could not be read.';
    throw new BookingRequestError('unreadable', message, { outcomeKnown: false, cause });
  }
}

/** The calendar file of a booking. */
export async function fetchCalendarFile(path: string, manageToken: string): Promise<Blob> {
  const response = await answer(path, { manageToken });
  if (!response.ok) throw refusal(response, await response.json().catch(() => null));
  return response.blob();
}

async function answer(path: string, options: RequestOptions): Promise<Response> {
  const { method = 'GET', body, manageToken, idempotencyKey, signal } = options;
  const headers = new Headers({ accept: 'application/json, text/calendar' });
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (manageToken !== undefined) headers.set('authorization', `Bearer ${manageToken}`);
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
  const limit = timeLimit(signal);
  try {
    return await fetch(path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal: limit.signal,
      cache: 'no-store',
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    const outcomeKnown = method === 'GET';
    throw limit.signal.aborted
      ? new BookingRequestError('timeout', 'No answer came in time.', { outcomeKnown, cause })
      : new BookingRequestError('network', 'The server was not reached.', { outcomeKnown, cause });
  } finally {
    limit.clear();
  }
}

/** Aborts a request by the caller's signal or a timeout. Not `AbortSignal.any`, which many phones do not have. */
function timeLimit(signal: AbortSignal | undefined) {
  const abort = new AbortController();
  const end = () => abort.abort();
  const timer = setTimeout(end, TIMEOUT);
  signal?.addEventListener('abort', end);
  return {
    signal: abort.signal,
    clear() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
    },
  };
}

function refusal(response: Response, body: unknown): BookingRequestError {
  const said = attempt(readRefusal, body) ?? {
    code: response.status === 404 ? 'not_found' : 'internal',
    message: `The server answered ${response.status}.`,
  };
  return new BookingRequestError(said.code, said.message, {
    outcomeKnown: response.status < 500,
    fields: attempt(readFieldErrors, body)?.fields ?? [],
    retryAt: retryAt(response.headers.get('retry-after')),
  });
}

function attempt<T>(read: Reader<T>, value: unknown): T | null {
  try {
    return read(value, '');
  } catch {
    return null;
  }
}

/** `Retry-After` in its two forms: seconds, or a date. */
function retryAt(header: string | null): Date | null {
  if (header === null) return null;
  const time = /^\d+$/.test(header) ? Date.now() + Number(header) * 1_000 : Date.parse(header);
  return Number.isNaN(time) ? null : new Date(time);
}
