import type { Method } from '@kindling/protocol';
import { ApiError } from './api-error.ts';
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
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | FormData | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * One attempt, its answer read by `read` within the time, ms (0: as long as it takes).
 *
 * @throws an `ApiError`
 */
export async function sendRequest<T>(
  baseUrl: string,
  { path, signal, ...request }: SentRequest,
  timeout: number,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const limit = timeout > 0 ? AbortSignal.timeout(timeout) : undefined;
  const signals = [signal, limit].filter((one) => one !== undefined);
  try {
    const response = await fetch(`${baseUrl.replace(/\/+$/, '')}${path}`, {
      ...(request as RequestInit),
      signal: AbortSignal.any(signals),
    });
    if (!response.ok) throw await readErrorAnswer(response);
    return await read(response);
  } catch (cause) {
    throw cause instanceof ApiError ? cause : describeSilence(cause, signal, limit);
  }
}

/** Headers of a request whose answer is of one media type. */
export function headersFor(token: string, accept = 'application/json') {
  return { accept, authorization: `Bearer ${token}` };
}

export const JSON_TYPE = { 'content-type': 'application/json' };

export function writeJson(body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    const message = 'The body cannot be written as JSON: it may hold plain values only.';
    throw new ApiError(message, { code: 'bad_request', cause });
  }
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
  const name = cause instanceof Error ? cause.name : '';
  const isLate = limit?.aborted || name === 'TimeoutError';
  if (signal?.aborted || (name === 'AbortError' && !isLate))
    return new ApiError('The request was aborted.', { code: 'aborted', cause });
  if (isLate) return new ApiError('The server did not answer in time.', { code: 'timeout', cause });
  return new ApiError('The server cannot be reached.', { code: 'unreachable', cause });
}
