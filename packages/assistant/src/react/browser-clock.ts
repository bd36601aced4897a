import type { Clock } from '@kindling/call';

/** Written here and not imported: the page's first load carries none of the call library. */
export const browserClock: Clock = {
  now: () => performance.now(),
  schedule(delay, callback) {
    const timer = setTimeout(callback, delay);
    return () => clearTimeout(timer);
  },
};
