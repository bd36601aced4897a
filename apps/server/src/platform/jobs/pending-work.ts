import type { Clock } from '@kindling/protocol/clock';
import { isDoneWithin } from '../time/is-done-within.ts';

/** What a request began and must still store when its connection is gone. */
export interface PendingWork {
  /** Call what it answers when the work is done. */
  begin(): () => void;
  /** Resolves when nothing is pending, at the latest after the grace. */
  settled(): Promise<void>;
}

/** Storing takes milliseconds; what takes longer than this will not end by itself. */
const GRACE = 1_000;

export function createPendingWork(clock: Clock): PendingWork {
  const pending = new Set<Promise<void>>();
  return {
    begin() {
      const { promise, resolve } = Promise.withResolvers<void>();
      pending.add(promise);
      return () => {
        pending.delete(promise);
        resolve();
      };
    },
    async settled() {
      if (pending.size > 0) await isDoneWithin(clock, GRACE, Promise.all(pending));
    },
  };
}
