import type { Clock } from '@kindling/protocol/clock';
import type { Logger } from 'pino';
import type { ClaimedJob } from './claim-due.ts';
import type { JobStore } from './job-store.ts';

/** How long a job is leased without a renewal. */
export const LEASE = 120_000;
const RENEW_EVERY = 30_000;

export interface HeldLease {
  /** Aborted when another worker may have it. */
  readonly lost: AbortSignal;
  end(): void;
}

/** Renews the lease of a job while it runs: after a crash it is due soon, however long it may take. */
export function keepLease(options: {
  readonly store: Pick<JobStore, 'renew'>;
  readonly job: ClaimedJob;
  readonly clock: Clock;
  readonly log: Logger;
}): HeldLease {
  const { store, job, clock, log } = options;
  const lost = new AbortController();
  let ended = false;
  let cancel = clock.schedule(RENEW_EVERY, renew);

  function renew(): void {
    void store
      .renew(job, new Date(clock.now() + LEASE))
      .then((isHeld) => {
        if (!isHeld && !ended) lost.abort();
      })
      // The next time may do better; the lease is four times as long.
      .catch((error: unknown) => {
        log.warn({ job: job.id, err: error }, 'lease of a job not renewed');
      });
    if (!ended) cancel = clock.schedule(RENEW_EVERY, renew);
  }

  return {
    lost: lost.signal,
    end() {
      ended = true;
      cancel();
    },
  };
}
