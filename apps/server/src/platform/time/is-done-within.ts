import type { Clock } from '@kindling/protocol/clock';

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
