import type { Clock } from '@kindling/protocol/clock';
import { retry, wait } from '@kindling/protocol/retry';

/** A restart of the database takes seconds, its move to another machine minutes. */
const PAUSE = 5_000;
const ATTEMPTS = 120;

/**
 * Tries `attempt` every five seconds for ten minutes, until it resolves; then rejects as it did last.
 * For nobody to wait for: it ends with the process, and without a word.
 */
export async function tryLater<T>(clock: Clock, attempt: () => Promise<T>): Promise<T> {
  const pause = () => wait(clock, PAUSE);
  await pause();
  return retry({ attempts: ATTEMPTS, pause }, attempt);
}
