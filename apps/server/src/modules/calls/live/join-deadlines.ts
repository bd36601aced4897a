import type { Clock } from '@kindling/protocol/clock';

/** From creation until the page says it can hear. */
const JOIN_TIMEOUT = 30_000;
/** From the creation with a public key until a participant joins. */
const PUBLIC_JOIN_TIMEOUT = 10_000;

export interface JoinDeadlinesOptions {
  readonly clock: Clock;
  /** Whether it was started with a private key. Calls started otherwise time out sooner if nobody joins. */
  readonly isTrusted: boolean;
  readonly onMissed: () => void;
}

/** How long a call waits for its visitor. */
export interface JoinDeadlines {
  handleJoined(): void;
  /** There is nothing to wait for any more. */
  cancel(): void;
}

export function createJoinDeadlines({
  clock,
  isTrusted,
  onMissed,
}: JoinDeadlinesOptions): JoinDeadlines {
  const cancelStart = clock.schedule(JOIN_TIMEOUT, onMissed);
  const cancelJoin = isTrusted ? () => {} : clock.schedule(PUBLIC_JOIN_TIMEOUT, onMissed);
  return {
    handleJoined: cancelJoin,
    cancel() {
      cancelStart();
      cancelJoin();
    },
  };
}
