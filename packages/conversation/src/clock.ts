/** Time as the conversation sees it: passed in, so that tests run thirty seconds of talk in milliseconds. */
export interface Clock {
  /** Epoch milliseconds; fractional, never running backwards. */
  now(): number;
  /** Calls `callback` once after `delay` ms; the returned function cancels it. */
  schedule(delay: number, callback: () => void): () => void;
}

/** The machine's own clock. */
export function createSystemClock(): Clock {
  const origin = Date.now() - performance.now();
  return {
    now: () => origin + performance.now(),
    schedule(delay, callback) {
      const timer = setTimeout(callback, delay);
      return () => clearTimeout(timer);
    },
  };
}
