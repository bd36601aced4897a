/** Time as the conversation sees it: passed in, so that tests run thirty seconds of talk in milliseconds. */
export interface Clock {
  /** Epoch milliseconds; fractional, never running backwards. */
  now(): number;
  /** Calls `callback` once after `delay` ms; the returned function cancels it. */
  schedule(delay: number, callback: () => void): () => void;
}

/** The machine's time is followed once it is so far ahead, ms: closer, an even pace counts for more. */
const MOST_BEHIND = 1_000;

/** The machine's own clock. */
export function createSystemClock(): Clock {
  let origin = Date.now() - performance.now();
  return {
    now() {
      // The count stands still while the machine sleeps, and does not hear when it is told the time.
      const passed = performance.now();
      const behind = Date.now() - passed - origin;
      if (behind > MOST_BEHIND) origin += behind;
      return origin + passed;
    },
    schedule(delay, callback) {
      const timer = setTimeout(callback, delay);
      return () => clearTimeout(timer);
    },
  };
}
