import type { CallScope } from '../scope/call-scope.ts';
import type { Reminders } from './reminders.ts';

export interface LimitsOptions {
  readonly scope: CallScope;
  /** Read each time: another assistant may wait longer. */
  readonly silenceTimeoutSeconds: () => number;
  readonly maxDurationSeconds: number;
  /** Seconds that it has lasted already. */
  readonly elapsedSeconds: number;
  /** They count the same silences. */
  readonly reminders: Pick<Reminders, 'hold' | 'release'>;
  readonly onSilence: () => void;
  readonly onTimeLeft: (seconds: number) => void;
  readonly onMaxDuration: () => void;
}

/** Ends calls in which neither side speaks, and calls that last too long. */
export interface Limits {
  start(): void;
  /** One side speaks or is about to: no silence is counted. */
  hold(): void;
  /** One side stopped while the other speaks: the silence counts from here. */
  touch(): void;
  /** Neither side speaks. `anew` is false where a sound proved to be no speech: the old deadline remains. */
  release(anew: boolean): void;
  /** The caller types: the deadline moves, by `TYPING_TIMEOUTS` silences at most since speech was last heard. */
  extend(): void;
}

/** A caller who types for this many silence timeouts and sends nothing has left. */
const TYPING_TIMEOUTS = 3;

const WARNINGS_SECONDS = [60, 20] as const;

export function createLimits(options: LimitsOptions): Limits {
  const { scope } = options;
  const timeout = () => options.silenceTimeoutSeconds() * 1_000;
  let deadline = 0;
  /** When the silence that `extend` prolongs began. */
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
      const max = Math.max(0, options.maxDurationSeconds - options.elapsedSeconds);
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
