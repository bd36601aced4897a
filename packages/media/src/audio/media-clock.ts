/** Time as pacing sees it: passed in, so that tests run minutes of audio in milliseconds. */
export interface MediaClock {
  /** Milliseconds, fractional, never running backwards. */
  now(): number;
  /** Calls `callback` once after `delay` ms; the returned function cancels it. */
  schedule(delay: number, callback: () => void): () => void;
}

/** The machine's monotonic clock. */
export function createMonotonicClock(): MediaClock {
  return {
    now: () => performance.now(),
    schedule(delay, callback) {
      const timer = setTimeout(callback, delay);
      return () => clearTimeout(timer);
    },
  };
}
