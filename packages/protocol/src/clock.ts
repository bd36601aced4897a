/** Time, passed in: tests run thirty seconds of a call in milliseconds, with the same result every time. */
export interface Clock {
  /**
   * Milliseconds, fractional, never running backwards. The server's clocks count from the epoch, the browser's from
   * the load of the page.
   */
  now(): number;
  /** Calls `callback` once after `delay` ms; the returned function cancels it. */
  schedule(delay: number, callback: () => void): () => void;
}

/** The system time is followed once it is this far ahead, ms: below that an even pace matters more. */
const MAX_LAG = 1_000;

/** The machine's clock, in epoch milliseconds. It follows the system time forwards and never jumps back. */
export function createSystemClock(): Clock {
  let origin = Date.now() - performance.now();
  return {
    now() {
      // performance.now() stands still while the machine sleeps and ignores changes of the system time.
      const passed = performance.now();
      const behind = Date.now() - passed - origin;
      if (behind > MAX_LAG) origin += behind;
      return origin + passed;
    },
    schedule(delay, callback) {
      const timer = setTimeout(callback, delay);
      return () => clearTimeout(timer);
    },
  };
}
