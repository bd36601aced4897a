import type { CallScope } from '../scope/call-scope.ts';
import type { Reminders } from './reminders.ts';

export interface LimitsOptions {
  readonly scope: CallScope;
  readonly silenceTimeoutSeconds: number;
  readonly maxDurationSeconds: number;
  /** Told of the same silences. */
  readonly reminders: Pick<Reminders, 'hold' | 'release'>;
  readonly onSilence: () => void;
  readonly onTimeLeft: (seconds: number) => void;
  readonly onMaxDuration: () => void;
}

/** Ends calls in which nobody speaks, and calls that last too long. */
export interface Limits {
  start(): void;
  /** Somebody speaks or is about to: no silence is counted. */
  hold(): void;
  /** Speech ended while somebody else still speaks: the silence will be counted from here. */
  touch(): void;
  /** Nobody does. `anew` is false when what was heard was no speech: the old deadline stays. */
  release(anew: boolean): void;
  /** The person writes: the silence is put off, a few times its length at most since somebody spoke. */
  extend(): void;
}

/** Who has written for so many timeouts and sent nothing is not there. */
const TYPING_TIMEOUTS = 3;

const WARNINGS_SECONDS = [60, 20] as const;

export function createLimits(options: LimitsOptions): Limits {
  const { scope } = options;
  // Read each time: another assistant may have more patience.
  const timeout = () => options.silenceTimeoutSeconds * 1_000;
  let deadline = 0;
  /** When the silence began that `extend` puts off. */
  let silentSince = 0;
  let cancel = () => {};

  function release(anew: boolean) {
    cancel();
    const now = scope.now();
    if (anew) silentSince = now;
    waitUntil(anew ? now + timeout() : Math.max(deadline, now));
    options.reminders.release(anew);
  }

  function waitUntil(time: number) {
    deadline = time;
    cancel = scope.after(time - scope.now(), options.onSilence);
  }

  return {
    start() {
      const max = options.maxDurationSeconds;
      scope.after(max * 1_000, options.onMaxDuration);
      for (const seconds of WARNINGS_SECONDS) {
        if (seconds < max) scope.after((max - seconds) * 1_000, () => options.onTimeLeft(seconds));
      }
      release(true);
    },
    hold() {
      cancel();
      options.reminders.hold();
    },
    touch() {
      silentSince = scope.now();
      deadline = silentSince + timeout();
    },
    release,
    extend() {
      cancel();
      const latest = silentSince + (1 + TYPING_TIMEOUTS) * timeout();
      waitUntil(Math.max(deadline, Math.min(scope.now() + timeout(), latest)));
      options.reminders.release(true);
    },
  };
}
