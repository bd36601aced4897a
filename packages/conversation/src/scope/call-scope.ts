import type { Clock } from '@kindling/protocol/clock';

/** Everything that must stop when the call does: one signal, and every timer. */
export interface CallScope {
  /** Aborts when the call ends. */
  readonly signal: AbortSignal;
  now(): number;
  /** Calls back once after `delay` ms unless cancelled or the scope closed. */
  after(delay: number, callback: () => void): () => void;
  close(): void;
}

export function createCallScope(clock: Clock): CallScope {
  const controller = new AbortController();
  const timers = new Set<() => void>();
  return {
    signal: controller.signal,
    now: () => clock.now(),
    after(delay, callback) {
      if (controller.signal.aborted) return () => {};
      const cancel = clock.schedule(Math.max(0, delay), () => {
        timers.delete(cancel);
        callback();
      });
      timers.add(cancel);
      return () => {
        timers.delete(cancel);
        cancel();
      };
    },
    close() {
      for (const cancel of timers) cancel();
      timers.clear();
      controller.abort(new CallEndedError());
    },
  };
}

/** The reason work in progress is aborted with when the call ends. */
export class CallEndedError extends Error {
  override readonly name = 'CallEndedError';
  readonly code = 'call_ended';

  constructor() {
    super('The call has ended.');
  }
}
