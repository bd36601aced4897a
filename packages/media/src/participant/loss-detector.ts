import type { Clock } from '@kindling/protocol/clock';

/**
 * Silence that counts as loss, in graces. The other side needs some seconds to notice that it is
 * cut off, and only then has the grace to come back; returning in time must succeed.
 */
const SILENCE_GRACES = 1.5;

/** Decides when a participant is lost: no connection within a deadline, or silence on a working one. */
export interface LossDetector {
  /** True while a deadline runs. */
  readonly isCounting: boolean;
  /** Lost unless `noteConnected` is called within this time, ms. */
  expectConnection(within: number): void;
  noteConnected(): void;
  /** A packet or message arrived. */
  noteTraffic(): void;
  /** From now on silence is loss. */
  watchSilence(): void;
  close(): void;
}

export interface LossDetectorOptions {
  readonly clock: Clock;
  /** ms */
  readonly reconnectGrace: number;
  readonly isReachable: () => boolean;
  readonly onLost: () => void;
}

export function createLossDetector(options: LossDetectorOptions): LossDetector {
  const { clock, reconnectGrace, onLost } = options;
  let cancelDeadline: (() => void) | null = null;
  let cancelWatch: (() => void) | null = null;
  let lastTrafficAt = clock.now();

  const watch = (): void => {
    const left = reconnectGrace * SILENCE_GRACES - (clock.now() - lastTrafficAt);
    if (left > 0 || !options.isReachable()) {
      cancelWatch = clock.schedule(left > 0 ? left : reconnectGrace, watch);
      return;
    }
    cancelWatch = null;
    onLost();
  };

  const noteTraffic = (): void => {
    lastTrafficAt = clock.now();
  };

  return {
    get isCounting() {
      return cancelDeadline !== null;
    },
    expectConnection(within) {
      cancelDeadline?.();
      cancelDeadline = clock.schedule(within, () => {
        cancelDeadline = null;
        onLost();
      });
    },
    noteConnected() {
      cancelDeadline?.();
      cancelDeadline = null;
      noteTraffic();
    },
    noteTraffic,
    watchSilence() {
      if (cancelWatch === null) watch();
    },
    close() {
      cancelWatch?.();
      cancelDeadline?.();
    },
  };
}
