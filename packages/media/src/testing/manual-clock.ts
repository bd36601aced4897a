import type { Clock } from '@kindling/protocol/clock';

export interface ManualClock extends Clock {
  /** Moves time on, running what falls due on the way, in order. */
  advance(duration: number): void;
  /** Timers not run yet. */
  readonly pending: number;
}

export function createManualClock(start = 1_000): ManualClock {
  let now = start;
  let timers: { readonly at: number; readonly callback: () => void }[] = [];
  return {
    now: () => now,
    schedule(delay, callback) {
      const timer = { at: now + delay, callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    advance(duration) {
      const end = now + duration;
      for (;;) {
        const due = timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
        if (due === undefined) break;
        timers = timers.filter((timer) => timer !== due);
        now = Math.max(now, due.at);
        due.callback();
      }
      now = end;
    },
    get pending() {
      return timers.length;
    },
  };
}
