import type { Clock } from '@kindling/protocol/clock';

/** A timer of the platform holds no more than 2^31 ms, which is 24 days. */
const MAX_DELAY = 2 ** 30;

/** Calls back at a moment (Unix milliseconds), however far; the function returned cancels it. */
export function scheduleAt(clock: Clock, at: number, callback: () => void): () => void {
  let cancel = () => {};
  const wait = () => {
    const left = at - clock.now();
    cancel =
      left > MAX_DELAY
        ? clock.schedule(MAX_DELAY, wait)
        : clock.schedule(Math.max(0, left), callback);
  };
  wait();
  return () => cancel();
}
