import type { Clock } from '../core/clock.ts';

/** Seconds since it was made. */
export function startStopwatch(clock: Clock): () => number {
  const start = clock.now();
  return () => (clock.now() - start) / 1_000;
}

/** Resolves with null at once when the signal aborts first. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null), { once: true });
    work.then(resolve, reject);
  });
}
