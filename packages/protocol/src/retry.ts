import type { Clock } from './clock.ts';

export interface RetryPolicy<T> {
  /** In all, the first included. */
  readonly attempts: number;
  /** Whether another attempt may do better than this error. @default true */
  readonly mayRetry?: (error: unknown) => boolean;
  /** Whether a result is a failure, too; the last one is the result all the same. @default false */
  readonly isFailure?: (result: T) => boolean;
  /** Between the `attempt`th, which failed, and the next: `wait`. `error` is undefined for a result. @default none */
  readonly pause?: (attempt: number, error?: unknown) => Promise<void>;
  /** Aborted: nothing is tried again. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs `run` until it succeeds, as often as the policy says; then the result, or the rejection, is that
 * of the last attempt. One layer retries a request, and those above and below it do not.
 */
export async function retry<T>(
  policy: RetryPolicy<T>,
  run: (attempt: number) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const isLast = () => attempt >= policy.attempts || policy.signal?.aborted === true;
    let failure: unknown;
    try {
      const result = await run(attempt);
      if (policy.isFailure?.(result) !== true || isLast()) return result;
    } catch (error) {
      if (isLast() || policy.mayRetry?.(error) === false) throw error;
      failure = error;
    }
    await policy.pause?.(attempt, failure);
  }
}

/** Resolves after `delay` ms; rejects with the signal's reason, where there is a signal. */
export function wait(
  clock: Pick<Clock, 'schedule'>,
  delay: number,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = clock.schedule(delay, () => {
      signal?.removeEventListener('abort', stop);
      resolve();
    });
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted === true) stop();
  });
}
