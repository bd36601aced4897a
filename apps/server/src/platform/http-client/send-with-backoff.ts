import type { BackoffPlan } from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import type { HttpAnswer, HttpOut, HttpRequest } from './http-out.ts';
import { isOutgoingError } from './outgoing-error.ts';
import { wait } from './wait.ts';

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
  for (let attempt = 0; ; attempt += 1) {
    const isLast = attempt >= maxRetries;
    try {
      const answer = await http.send({ ...write(), signal });
      if (isLast || !mayPass(answer.status)) return answer;
    } catch (error) {
      if (isLast || signal.aborted || !isOutgoingError(error) || !error.retryable) throw error;
    }
    const factor = type === 'exponential' ? 2 ** attempt : 1;
    await wait(clock, baseDelaySeconds * 1_000 * factor, signal);
  }
}

const mayPass = (status: number) => status === 408 || status === 429 || status >= 500;
