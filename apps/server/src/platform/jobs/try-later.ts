import type { Clock } from '@kindling/protocol/clock';
import { wait } from '../http-client/wait.ts';

/** A restart of the database takes seconds, its move to another machine minutes. */
const PAUSE = 5_000;
const ATTEMPTS = 120;

/**
 * Tries `attempt` every five seconds for ten minutes, until it resolves; then rejects as it did last.
 * For nobody to wait for: it ends with the process, and without a word.
 */
export async function tryLater<T>(clock: Clock, attempt: () => Promise<T>): Promise<T> {
  for (let left = ATTEMPTS; ; left -= 1) {
    await wait(clock, PAUSE);
    try {
      return await attempt();
    } catch (error) {
      if (left === 1) throw error;
    }
  }
}
