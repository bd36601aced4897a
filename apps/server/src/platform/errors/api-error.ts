import { STATUS_CODES } from 'node:http';
import { ERROR_STATUS, type ErrorBody, type ErrorCode, type FieldError } from '@kindling/protocol';
import type { AppContext } from '../requests/app-env.ts';

export interface ApiErrorOptions {
  readonly fields?: readonly FieldError[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** A refusal the caller can act on; answered in the one error shape of the API. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly fields: readonly FieldError[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, message: string, options: ApiErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.fields = options.fields;
    this.headers = options.headers ?? {};
  }
}

/** Answers `error` as JSON with its status, its headers and the request's id. */
export function answerError(c: AppContext, error: ApiError): Response {
  c.header('Cache-Control', 'no-store');
  const body = errorBody(error, c.get('requestId'));
  const status = ERROR_STATUS[error.code];
  // OpenAI's generated clients (all send this header) show only what stands in an object `error`.
  if (c.req.header('x-stainless-lang') !== undefined)
    return c.json({ ...body, error: openAiError(body) }, status, error.headers);
  return c.json(body, status, error.headers);
}

function openAiError({ statusCode, code, message, fields }: ErrorBody) {
  const type = statusCode < 500 ? 'invalid_request_error' : 'server_error';
  return { message, type, param: fields?.[0]?.path ?? null, code };
}

/** The one shape of refusals. */
export function errorBody(error: ApiError, requestId: string): ErrorBody {
  const statusCode = ERROR_STATUS[error.code];
  return {
    statusCode,
    error: STATUS_CODES[statusCode] ?? 'Error',
    code: error.code,
    message: error.message,
    ...(error.fields === undefined ? {} : { fields: [...error.fields] }),
    requestId,
  };
}
