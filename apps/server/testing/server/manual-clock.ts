import type { Clock } from '@kindling/protocol/clock';

/** Time that moves when a test says so. */
export interface ManualClock extends Clock {
  advance(ms: number): void;
}

export function createManualClock(): ManualClock {
  const timers = new Set<{ at: number; callback: () => void }>();
  let time = Date.UTC(2026, 0, 1);
  return {
    now: () => time,
    schedule(delay, callback) {
      const timer = { at: time + delay, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(ms) {
      time += ms;
      for (const timer of [...timers].filter((one) => one.at <= time)) {
        if (timers.delete(timer)) timer.callback();
      }
    },
  };
}
