import type { ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { ApiError, answerError } from './api-error.ts';
import type { AppEnv } from './app-env.ts';

/** Turns whatever a handler threw into the error shape; only the unforeseen is logged as an error. */
export const handleError: ErrorHandler<AppEnv> = (error, c) => {
  if (error instanceof ApiError) return answerError(c, error);
  if (error instanceof HTTPException && error.status < 500) {
    return answerError(c, new ApiError('bad_request', 'The request could not be read.'));
  }
  c.get('log').error({ err: error }, 'request failed');
  return answerError(
    c,
    new ApiError(
      'internal',
      'Something went wrong on the server. Try again; quote the request id.',
    ),
  );
};
