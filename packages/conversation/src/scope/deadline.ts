import type { Clock } from '@kindling/protocol/clock';

/** Aborts when nothing has arrived for too long, or when the caller aborts. Each sign of life moves it on. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** True when time ran out, as opposed to the caller's abort. */
  readonly expired: boolean;
  /** Starts counting anew, `delay` ms from now. */
  extend(delay: number): void;
  /** Stops counting, while the listener and not the server takes its time. */
  pause(): void;
  /** Aborts what still runs and drops the timer; call on every path. */
  close(): void;
}

/** @param total ms for all of it, whatever arrives; none where it is left out */
export function createDeadline(
  clock: Clock,
  delay: number,
  outer?: AbortSignal,
  total?: number,
): Deadline {
  const controller = new AbortController();
  let expired = false;
  const expire = () => {
    expired = true;
    controller.abort();
  };
  const follow = () => controller.abort(outer?.reason);
  let cancel = clock.schedule(delay, expire);
  const cancelTotal = total === undefined ? () => {} : clock.schedule(total, expire);
  if (outer?.aborted === true) follow();
  outer?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    get expired() {
      return expired;
    },
    extend(next) {
      cancel();
      if (!controller.signal.aborted) cancel = clock.schedule(next, expire);
    },
    pause: () => cancel(),
    close() {
      cancel();
      cancelTotal();
      outer?.removeEventListener('abort', follow);
      controller.abort();
    },
  };
}
