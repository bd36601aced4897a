import type { Clock } from '@kindling/protocol/clock';

/** Resolves after `delay` ms; rejects with the signal's reason, where there is a signal. */
export function wait(clock: Clock, delay: number, signal?: AbortSignal): Promise<void> {
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

/** Whether `work` was done within `limit` ms; it goes on if it was not. Rejects as it does. */
export async function isDoneWithin(
  clock: Clock,
  limit: number,
  work: Promise<unknown>,
): Promise<boolean> {
  const late = Promise.withResolvers<false>();
  const cancel = clock.schedule(limit, () => late.resolve(false));
  try {
    return await Promise.race([work.then(() => true), late.promise]);
  } finally {
    cancel();
  }
}
