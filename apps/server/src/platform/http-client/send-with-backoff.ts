import type { BackoffPlan } from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import { retry, wait } from '@kindling/protocol/retry';
import type { HttpAnswer, HttpOut, HttpRequest } from './http-out.ts';
import { isOutgoingError } from './outgoing-error.ts';

export interface BackoffOptions {
  readonly http: Pick<HttpOut, 'send'>;
  readonly clock: Clock;
  readonly plan: BackoffPlan | null;
  readonly signal: AbortSignal;
}

/**
 * Sends a request, and again as the plan says when the server cannot be reached, is busy or failed.
 * The last answer, or error, is the result. `write` makes the request anew: its signature has a time.
 */
export async function sendWithBackoff(
  write: () => HttpRequest,
  { http, clock, plan, signal }: BackoffOptions,
): Promise<HttpAnswer> {
  const { type = 'fixed', maxRetries = 0, baseDelaySeconds = 1 } = plan ?? {};
  return retry(
    {
      signal,
      attempts: maxRetries + 1,
      isFailure: ({ status }) => status === 408 || status === 429 || status >= 500,
      mayRetry: (error) => isOutgoingError(error) && error.retryable,
      pause: (attempt) =>
        wait(
          clock,
          baseDelaySeconds * 1_000 * (type === 'exponential' ? 2 ** (attempt - 1) : 1),
          signal,
        ),
    },
    () => http.send({ ...write(), signal }),
  );
}
