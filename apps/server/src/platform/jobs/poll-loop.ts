import type { Clock } from '@kindling/protocol/clock';

/** A look at the table even when nobody calls: for a wake lost between a commit and a crash. */
const MAX_SLEEP = 60_000;
/** Within the time that the whole server has to stop. */
const CLOSING_GRACE = 2_000;

export interface PollLoopOptions {
  readonly clock: Clock;
  /** Does what is due; answers when the next will be, null when nothing waits. */
  readonly work: () => Promise<Date | null>;
  /** A round that rejected; the next comes after the longest sleep. */
  readonly onFault: (error: unknown) => void;
}

/** Polls a table for due rows, one round at a time: on request, and when the next row is due. */
export interface PollLoop {
  /** No round begins any more. */
  readonly stopped: boolean;
  /** A round is under way. */
  readonly busy: boolean;
  /** Aborted once what is under way has had its time after `close`. */
  readonly closing: AbortSignal;
  wake(): void;
  /** Resolves when no round is under way. */
  settled(): Promise<void>;
  /** Ends the rounds, and gives `settled` a few seconds before `closing`. Idempotent. */
  close(settled: () => Promise<void>): Promise<void>;
}

export function createPollLoop({ clock, work, onFault }: PollLoopOptions): PollLoop {
  const closing = new AbortController();
  let stopped = false;
  let cancelSleep = () => {};
  let round: Promise<void> | null = null;
  let wokenMeanwhile = false;

  function sleepUntil(next: Date | null): number {
    if (next === null) return MAX_SLEEP;
    return Math.min(Math.max(next.getTime() - clock.now(), 0) + 1, MAX_SLEEP);
  }

  function wake(): void {
    if (stopped) return;
    cancelSleep();
    if (round !== null) {
      wokenMeanwhile = true;
      return;
    }
    wokenMeanwhile = false;
    round = work()
      .catch((error: unknown) => {
        onFault(error);
        return null;
      })
      .then((next) => {
        round = null;
        if (wokenMeanwhile) wake();
        else if (!stopped) cancelSleep = clock.schedule(sleepUntil(next), wake);
      });
  }

  return {
    get stopped() {
      return stopped;
    },
    get busy() {
      return round !== null;
    },
    closing: closing.signal,
    wake,
    async settled() {
      while (round !== null) await round;
    },
    async close(settled) {
      stopped = true;
      cancelSleep();
      const cancel = clock.schedule(CLOSING_GRACE, () => closing.abort());
      await settled();
      cancel();
    },
  };
}
