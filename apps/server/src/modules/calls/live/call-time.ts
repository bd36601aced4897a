import type { Clock } from '@kindling/protocol/clock';
import type { DailyBudget } from '../../usage/daily-budgets.ts';

/** How often a call's time is written down: as much may be used beyond the bound by others at once. */
const TICK = 15_000;
/** What is left is never waited for in smaller steps. */
const SHORTEST = 100;

export interface CallTimeOptions {
  readonly clock: Clock;
  readonly budget: Pick<DailyBudget, 'spendTime' | 'boundsTime'>;
  readonly onExhausted: () => void;
  readonly onFailed: (error: unknown) => void;
}

/** Counts the time of one call while it goes on, so that a crash loses little of it. */
export interface CallTime {
  start(): void;
  stop(): void;
}

export function createCallTime({
  clock,
  budget,
  onExhausted,
  onFailed,
}: CallTimeOptions): CallTime {
  let since = 0;
  let running = false;
  let cancel = () => {};

  async function charge(): Promise<void> {
    const now = clock.now();
    const spent = now - since;
    since = now;
    const left = await budget.spendTime(spent);
    if (!running) return;
    if (left <= 0) onExhausted();
    else wait(left);
  }

  function wait(left: number): void {
    cancel = clock.schedule(Math.max(SHORTEST, Math.min(TICK, left)), () => {
      charge().catch((error: unknown) => {
        onFailed(error);
        if (running) wait(TICK);
      });
    });
  }

  return {
    start() {
      if (!budget.boundsTime || running) return;
      running = true;
      since = clock.now();
      charge().catch(onFailed);
    },
    stop() {
      if (!running) return;
      running = false;
      cancel();
      charge().catch(onFailed);
    },
  };
}
