import type { Method } from '@kindling/protocol';
import { ApiError, isApiError } from './api-error.ts';
import { readErrorAnswer } from './error-answer.ts';

/** To whom, and with which key. */
export interface Connection {
  /** Bearer credential: a public key in a browser, a private token on a server. */
  readonly token: string;
  readonly baseUrl: string;
}

/** One request as it travels. */
export interface SentRequest {
  readonly method: Method;
  /** With its query. */
  readonly path: string;
  /** JSON, or a form that is sent as it is. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly idempotencyKey?: string;
  /** `updatedAt` of what is changed, as it was read: rejected with 412 when it has changed since. */
  readonly ifUpdatedAt?: string;
  /** No key is sent. */
  readonly open?: boolean;
  /** Media type asked for. @default JSON */
  readonly accept?: string;
}

/**
 * One attempt, its answer read by `read` within the time, ms (0: as long as it takes).
 *
 * @throws an `ApiError`
 */
export async function sendRequest<T>(
  { token, baseUrl }: Connection,
  request: SentRequest,
  timeout: number,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const { method, path, signal } = request;
  const body = writeBody(request.body);
  const limit = timeout > 0 ? AbortSignal.timeout(timeout) : undefined;
  const signals = [signal, limit].filter((one) => one !== undefined);
  try {
    const response = await fetch(`${baseUrl.replace(/\/+$/, '')}${path}`, {
      method,
      headers: headersOf(request, token),
      ...(signals.length === 0 ? {} : { signal: AbortSignal.any(signals) }),
      ...(body === undefined ? {} : { body }),
    });
    if (!response.ok) throw await readErrorAnswer(response);
    return await read(response);
  } catch (cause) {
    throw isApiError(cause) ? cause : describeSilence(cause, signal, limit);
  }
}

function writeBody(body: unknown): FormData | string | undefined {
  if (body === undefined || isForm(body)) return body;
  try {
    return JSON.stringify(body);
  } catch (cause) {
    const message = 'The body cannot be written as JSON: it may hold plain values only.';
    throw new ApiError(message, { code: 'bad_request', cause });
  }
}

function headersOf(request: SentRequest, token: string) {
  const { body, open, accept = 'application/json', idempotencyKey, ifUpdatedAt } = request;
  return {
    accept,
    ...(open ? {} : { authorization: `Bearer ${token}` }),
    // The browser itself says of a form where its parts end.
    ...(body === undefined || isForm(body) ? {} : { 'content-type': 'application/json' }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    ...(ifUpdatedAt === undefined ? {} : { 'if-match': `"${ifUpdatedAt}"` }),
  };
}

function isForm(body: unknown): body is FormData {
  return typeof FormData === 'function' && body instanceof FormData;
}

/**
 * The answer's JSON; undefined for an empty one.
 *
 * @throws an `ApiError` where it is none
 */
export async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    const { status } = response;
    throw new ApiError('The answer is not JSON.', { code: 'unreadable', status, cause });
  }
}

/** What a broken request or answer means. */
export function describeSilence(cause: unknown, signal?: AbortSignal, limit?: AbortSignal) {
  if (signal?.aborted) return new ApiError('The request was aborted.', { code: 'aborted', cause });
  const timedOut = limit?.aborted || (cause instanceof Error && cause.name === 'TimeoutError');
  if (timedOut)
    return new ApiError('The server did not answer in time.', { code: 'timeout', cause });
  if (cause instanceof Error && cause.name === 'AbortError')
    return new ApiError('The request was aborted.', { code: 'aborted', cause });
  return new ApiError('The server cannot be reached.', { code: 'unreachable', cause });
}
