import type { FieldError } from '@kindling/protocol';
import { ApiError } from './api-error.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A refused request as an error, from the API's error body or from whatever came instead. */
export async function readErrorAnswer(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const { code, message, requestId, fields }: Fields =
    typeof body === 'object' && body !== null ? (body as Fields) : {};
  const retryAfter = readRetryAfter(response.headers.get('retry-after'));
  const id = typeof requestId === 'string' ? requestId : response.headers.get('x-request-id');
  return new ApiError(
    typeof message === 'string' ? message : `The server answered with status ${response.status}.`,
    {
      code: typeof code === 'string' ? code : 'unreadable',
      status: response.status,
      fields: Array.isArray(fields) ? fields.filter(isFieldError) : [],
      ...(id === null ? {} : { requestId: id }),
      ...(retryAfter === undefined ? {} : { retryAfter }),
    },
  );
}

/** The error that an `error` event describes. */
export function readStreamError(data: unknown): ApiError {
  const { code, message, requestId, statusCode }: Fields =
    typeof data === 'object' && data !== null ? (data as Fields) : {};
  return new ApiError(typeof message === 'string' ? message : 'The stream broke off.', {
    code: typeof code === 'string' ? code : 'unreadable',
    ...(typeof statusCode === 'number' && { status: statusCode }),
    ...(typeof requestId === 'string' && { requestId }),
  });
}

function isFieldError(value: unknown): value is FieldError {
  if (typeof value !== 'object' || value === null) return false;
  const { path, message } = value as Fields;
  return typeof path === 'string' && typeof message === 'string';
}

/** Seconds or an HTTP date, as ms from now. */
function readRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = Number(header);
  const delay = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1_000;
  return Number.isNaN(delay) ? undefined : Math.max(0, delay);
}
