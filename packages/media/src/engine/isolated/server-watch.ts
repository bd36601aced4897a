import type { Clock } from '@kindling/protocol/clock';

/** How often a server says that it lives, ms. */
export const BEAT_INTERVAL = 1_000;
/** Two of this process's own looks apart by more than this, ms, say that it stood still itself. */
const OWN_STALL = 3_000;

export interface ServerWatchOptions {
  readonly clock: Clock;
  /** Silence after which the server counts as standing still, ms. */
  readonly limit: number;
  /** Once for each silence. */
  readonly onSilent: () => void;
}

/** Notices that the server stands still: its rooms answer pings as ever, and nobody in them is heard any more. */
export interface ServerWatch {
  /** Something came from the server. */
  heard(): void;
  close(): void;
}

export function createServerWatch({ clock, limit, onSilent }: ServerWatchOptions): ServerWatch {
  let heardAt = clock.now();
  let lookedAt = heardAt;
  let isSilent = false;
  let cancel = clock.schedule(BEAT_INTERVAL, look);

  function look(): void {
    const now = clock.now();
    // The whole machine slept: what was sent meanwhile is still to be read.
    if (now - lookedAt > OWN_STALL) heardAt = now;
    lookedAt = now;
    if (!isSilent && now - heardAt >= limit) {
      isSilent = true;
      onSilent();
    }
    cancel = clock.schedule(BEAT_INTERVAL, look);
  }

  return {
    heard() {
      heardAt = clock.now();
      isSilent = false;
    },
    close: () => cancel(),
  };
}
