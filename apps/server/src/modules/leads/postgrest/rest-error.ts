import { ERROR_STATUS } from '@kindling/protocol';
import type { ErrorHandler } from 'hono';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { outageAnswer } from '../../../platform/requests/answers/outage-answer.ts';
import type { AppContext, AppEnv } from '../../../platform/requests/app-env.ts';

export interface RestErrorOptions {
  readonly details?: string | null;
  readonly hint?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

type RestStatus = 400 | 401 | 403 | 404 | 405 | 406 | 409 | 413 | 429 | 500 | 503 | 504;

/**
 * A refusal in the shape that clients of a hosted PostgREST read. A null `code` is a refusal of the
 * gateway in front of it, which names no code.
 */
export class RestError extends Error {
  readonly status: RestStatus;
  readonly code: string | null;
  readonly details: string | null;
  readonly hint: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: RestStatus,
    code: string | null,
    message: string,
    options: RestErrorOptions = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'RestError';
    this.status = status;
    this.code = code;
    this.details = options.details ?? null;
    this.hint = options.hint ?? null;
    this.headers = options.headers ?? {};
  }
}

/** Turns whatever was thrown into such a body: an answer without one would read as success. */
export const answerRestError: ErrorHandler<AppEnv> = (error, c) => {
  const refusal = toRestError(error);
  // The cause and not the error around it: that one repeats what the visitor sent.
  if (refusal.status >= 500) c.get('log').error({ err: refusal.cause }, 'lead request failed');
  return send(c, refusal);
};

function toRestError(error: unknown): RestError {
  if (error instanceof RestError) return error;
  const refusal = error instanceof ApiError ? error : outageAnswer(error);
  if (refusal !== null) {
    const { code, message, headers, cause } = refusal;
    return new RestError(ERROR_STATUS[code] as RestStatus, code, message, { headers, cause });
  }
  return new RestError(500, 'internal', 'Something went wrong on the server. Try again.', {
    cause: error,
  });
}

function send(c: AppContext, { code, details, hint, message, ...error }: RestError): Response {
  const text = JSON.stringify(code === null ? { message, hint } : { code, details, hint, message });
  return c.body(text, error.status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(text)),
    ...(code === null ? {} : { 'Proxy-Status': `PostgREST; error=${code}` }),
    ...error.headers,
  });
}
