import type { ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { StatusCode } from 'hono/utils/http-status';
import { ApiError, answerError } from '../errors/api-error.ts';
import type { AppEnv } from '../requests/app-env.ts';
import { outageAnswer } from './answers/outage-answer.ts';
import { CLIENT_GONE_STATUS, isClientGone } from './visitors/client-gone.ts';

/** Turns whatever a handler threw into the error shape; only the unforeseen is logged as an error. */
export const handleError: ErrorHandler<AppEnv> = (error, c) => {
  if (error instanceof ApiError) return answerError(c, error);
  if (error instanceof HTTPException && error.status < 500) {
    return answerError(c, new ApiError('bad_request', 'The request could not be read.'));
  }
  const outage = outageAnswer(error);
  if (outage !== null) {
    // The cause and not the error around it: that one repeats what was asked.
    c.get('log').error({ err: outage.cause }, 'database unavailable');
    return answerError(c, outage);
  }
  if (isClientGone(c, error)) {
    c.get('log').debug('client left before its answer');
    return c.body(null, CLIENT_GONE_STATUS as StatusCode);
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
