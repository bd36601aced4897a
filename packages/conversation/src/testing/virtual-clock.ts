import type { Clock } from '@kindling/protocol/clock';

export interface VirtualClock extends Clock {
  /** Timers set and neither run nor cancelled. */
  readonly pending: number;
  /** Runs every timer of the next `duration` ms in order, and all that follows from each. */
  advance(duration: number): Promise<void>;
}

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

export function createVirtualClock(start = 1_000_000): VirtualClock {
  let now = start;
  const timers = new Set<Timer>();

  function takeNext(until: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of timers) {
      if (timer.at <= until && (next === undefined || timer.at < next.at)) next = timer;
    }
    if (next) timers.delete(next);
    return next;
  }

  return {
    now: () => now,
    get pending() {
      return timers.size;
    },
    schedule(delay, callback) {
      const timer = { at: now + Math.max(0, delay), callback };
      timers.add(timer);
      return () => {
        timers.delete(timer);
      };
    },
    async advance(duration) {
      const until = now + duration;
      await settle();
      for (let timer = takeNext(until); timer; timer = takeNext(until)) {
        now = Math.max(now, timer.at);
        timer.callback();
        await settle();
      }
      now = until;
    },
  };
}

/** Until every promise that can go on has gone on. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
