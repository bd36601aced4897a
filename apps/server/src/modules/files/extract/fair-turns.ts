import { ApiError } from '../../../platform/errors/api-error.ts';

export interface FairTurnsOptions {
  /** How many may work at once, of one key each. */
  readonly concurrency: number;
  /** How many of one key may wait. */
  readonly mostWaiting: number;
}

/** Work that takes turns: at most one of a key at once, and keys that wait come in turn. */
export interface FairTurns {
  /** @throws `rate_limited` when too many of this key wait, or the signal's reason */
  take<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

interface Waiting {
  readonly begin: () => void;
}

/**
 * Keys are organisations: one with slow files occupies one thread at most, and the next thread goes to
 * a file of another organisation.
 */
export function createFairTurns({ concurrency, mostWaiting }: FairTurnsOptions): FairTurns {
  // A key moves to the end after its turn: the first one here without a running task is next.
  const queues = new Map<string, Waiting[]>();
  const working = new Set<string>();

  function startNext(): void {
    for (const [key, queue] of queues) {
      if (working.size >= concurrency) return;
      if (working.has(key)) continue;
      const next = queue.shift();
      queues.delete(key);
      if (queue.length > 0) queues.set(key, queue);
      if (next === undefined) continue;
      working.add(key);
      next.begin();
    }
  }

  function waitForTurn(key: string, signal: AbortSignal): Promise<void> {
    const queue = queues.get(key) ?? [];
    if (queue.length >= mostWaiting) throw tooMany();
    return new Promise((resolve, reject) => {
      const leave = () => {
        const at = queue.indexOf(waiting);
        if (at >= 0) queue.splice(at, 1);
        if (queue.length === 0 && queues.get(key) === queue) queues.delete(key);
        reject(signal.reason);
      };
      const waiting: Waiting = {
        begin() {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      queue.push(waiting);
      queues.set(key, queue);
      startNext();
    });
  }

  return {
    async take(key, signal, work) {
      signal.throwIfAborted();
      await waitForTurn(key, signal);
      try {
        return await work();
      } finally {
        working.delete(key);
        startNext();
      }
    },
  };
}

function tooMany(): ApiError {
  return new ApiError(
    'rate_limited',
    'Too many files of your organisation are waiting to be read. Send them one after the other.',
    { headers: { 'Retry-After': '10' } },
  );
}
