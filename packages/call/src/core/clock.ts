import type { Clock } from '@kindling/protocol/clock';

export type { Clock };

/** The browser's own clock. */
export function createSystemClock(): Clock {
  return {
    now: () => performance.now(),
    schedule(delay, callback) {
      const timer = setTimeout(callback, delay);
      return () => clearTimeout(timer);
    },
  };
}

/** Calls back every `interval` ms until the returned function is called. */
export function repeat(clock: Clock, interval: number, callback: () => void): () => void {
  let cancel = () => {};
  let stopped = false;
  const next = () => {
    cancel = clock.schedule(interval, () => {
      callback();
      if (!stopped) next();
    });
  };
  next();
  return () => {
    stopped = true;
    cancel();
  };
}

/** Resolves after `delay` ms, or at once when the signal aborts. */
export function sleep(clock: Clock, delay: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = () => {
      cancel();
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const cancel = clock.schedule(delay, done);
    signal?.addEventListener('abort', done);
  });
}
