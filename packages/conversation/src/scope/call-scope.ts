import type { Clock } from '@kindling/protocol/clock';

/** The lifetime of a call: one signal and all timers, which end with it. */
export interface CallScope {
  /** Aborts when the call ends. */
  readonly signal: AbortSignal;
  now(): number;
  /** Calls back once after `delay` ms, unless the returned function is called or the scope closes first. */
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

/** The reason of the scope's signal: the call has ended. */
export class CallEndedError extends Error {
  override readonly name = 'CallEndedError';
  readonly code = 'call_ended';

  constructor() {
    super('The call has ended.');
  }
}
