import type { Clock } from '@kindling/protocol/clock';

/** Longest that a caller waits for what others are waiting for, ms: beyond it a plainer voice is better. */
const MAX_WAIT = 500;
/** Slower than this, ms a character, a voice falls behind its own speech (about 14 characters a second). */
const MAX_PACE = 55;
/** After this time, ms, a slow pace is no longer believed, and the voice is tried again … */
const FIRST_DOUBT = 5_000;
/** … later each time that it was slow, up to this. */
const MAX_DOUBT = 300_000;

/** Whether a voice would keep callers waiting, by how fast it was just now and what it has to do. */
export interface BusyGauge {
  /** Who asks now waits too long, or hears speech with gaps. */
  isBusy(): boolean;
  /** Counts a piece as work until the returned function is called. */
  begin(characters: number): () => void;
  /** A piece of so many characters took `duration` ms by the clock on the wall. */
  measure(characters: number, duration: number): void;
}

export function createBusyGauge(clock: Pick<Clock, 'now'>, parallel: number): BusyGauge {
  let waiting = 0;
  let pace = 0;
  let measuredAt = Number.NEGATIVE_INFINITY;
  let doubt = FIRST_DOUBT;

  return {
    isBusy() {
      if (pace <= MAX_PACE) return (waiting / parallel) * pace > MAX_WAIT;
      // Someone is trying it already, or it was slow just now.
      return waiting > 0 || clock.now() - measuredAt < doubt;
    },
    begin(characters) {
      waiting += characters;
      let counts = true;
      return () => {
        if (counts) waiting -= characters;
        counts = false;
      };
    },
    measure(characters, duration) {
      const latest = duration / Math.max(1, characters);
      pace = pace === 0 ? latest : (pace + latest) / 2;
      // One good sentence is enough to be believed again: the machine is free.
      if (latest <= MAX_PACE / 2) pace = latest;
      doubt = pace > MAX_PACE ? Math.min(doubt * 2, MAX_DOUBT) : FIRST_DOUBT;
      measuredAt = clock.now();
    },
  };
}
