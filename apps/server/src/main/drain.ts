import type { Clock } from '@kindling/protocol/clock';

const POLL_INTERVAL = 200;

export interface DrainOptions {
  readonly clock: Clock;
  /** How long calls and meetings may go on, ms. */
  readonly timeout: number;
  /** Calls and meetings that go on. */
  readonly left: () => number;
  /** Aborted when nobody is to be waited for any longer. */
  readonly signal: AbortSignal;
}

/** Resolves when nothing goes on any more, or nobody is waited for. */
export function untilDrained({ clock, timeout, left, signal }: DrainOptions): Promise<void> {
  const deadline = clock.now() + timeout;
  return new Promise((resolve) => {
    let cancel = () => {};
    const look = () => {
      if (left() > 0 && clock.now() < deadline && !signal.aborted) {
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
