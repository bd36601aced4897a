import type { Clock } from '../core/clock.ts';

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** A clock that tests move by hand. */
export class VirtualClock implements Clock {
  #now = 0;
  #timers = new Set<Timer>();

  now(): number {
    return this.#now;
  }

  schedule(delay: number, callback: () => void): () => void {
    const timer = { at: this.#now + delay, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  get pending(): number {
    return this.#timers.size;
  }

  /** Runs what falls due, and lets promises settle after each. */
  async advance(duration: number): Promise<void> {
    const end = this.#now + duration;
    await settle();
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#timers.delete(next);
      this.#now = next.at;
      next.callback();
      await settle();
    }
    this.#now = end;
  }

  #next(end: number): Timer | undefined {
    return [...this.#timers].filter((one) => one.at <= end).sort((a, b) => a.at - b.at)[0];
  }
}

/** Lets everything run that waits for promises alone. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 20; round += 1) await Promise.resolve();
}
