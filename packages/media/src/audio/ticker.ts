import type { Clock } from '@kindling/protocol/clock';

/** One timer shared by all calls; it runs only while it has subscribers. */
export interface Ticker {
  /** Calls `tick` every `period` ms until unsubscribed. Adding twice is once. */
  add(tick: Tick): void;
  remove(tick: Tick): void;
  stop(): void;
}

export type Tick = (now: number) => void;

export interface TickerOptions {
  readonly clock: Clock;
  /** @default 20 */
  readonly period?: number;
  readonly onError: (error: unknown) => void;
}

/** Ticks on a fixed grid: a late tick does not shift the next one (no drift). */
export function createTicker({ clock, period = 20, onError }: TickerOptions): Ticker {
  const ticks = new Set<Tick>();
  let cancel: (() => void) | null = null;
  let stopped = false;
  const origin = clock.now();

  const run = (): void => {
    cancel = null;
    const now = clock.now();
    for (const tick of [...ticks]) {
      if (!ticks.has(tick)) continue;
      try {
        tick(now);
      } catch (error) {
        ticks.delete(tick);
        onError(error);
      }
    }
    arm();
  };

  const arm = (): void => {
    if (stopped || cancel !== null || ticks.size === 0) return;
    const elapsed = clock.now() - origin;
    const next = (Math.floor(elapsed / period) + 1) * period;
    cancel = clock.schedule(next - elapsed, run);
  };

  return {
    add(tick) {
      ticks.add(tick);
      arm();
    },
    remove(tick) {
      ticks.delete(tick);
      if (ticks.size > 0 || cancel === null) return;
      cancel();
      cancel = null;
    },
    stop() {
      stopped = true;
      ticks.clear();
      cancel?.();
      cancel = null;
    },
  };
}
