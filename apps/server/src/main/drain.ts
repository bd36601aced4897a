import type { Clock } from '@kindling/protocol/clock';

const POLL_INTERVAL = 100;
/** What does not rest until then is handed over anyway, ms before the end. */
const LATE = 5_000;

export interface DrainOptions {
  readonly clock: Clock;
  /** How long calls and meetings may go on, ms. */
  readonly timeout: number;
  /** Calls and meetings that go on. */
  readonly left: () => number;
  /** Sees to it that there are fewer. `isLate`: the end is near. */
  readonly look: (isLate: boolean) => void;
  /** Aborted when nobody is to be waited for any longer. */
  readonly signal: AbortSignal;
}

/** Resolves when nothing goes on any more, or nobody is waited for. */
export function untilDrained(options: DrainOptions): Promise<void> {
  const { clock, timeout, left, signal } = options;
  const deadline = clock.now() + timeout;
  const late = deadline - Math.min(LATE, timeout / 2);
  return new Promise((resolve) => {
    let cancel = () => {};
    const look = () => {
      if (left() > 0 && clock.now() < deadline && !signal.aborted) {
        options.look(clock.now() >= late);
        cancel = clock.schedule(POLL_INTERVAL, look);
        return;
      }
      signal.removeEventListener('abort', stop);
      resolve();
    };
    const stop = () => {
      cancel();
      look();
    };
    signal.addEventListener('abort', stop, { once: true });
    look();
  });
}
