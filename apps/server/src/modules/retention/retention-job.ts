import type { Clock } from '@kindling/protocol/clock';
import { createHourlyJob, type HourlyJob } from '../../platform/jobs/hourly-job.ts';
import { JobAbandoned, type Jobs } from '../../platform/jobs/jobs.ts';
import { type PurgeOptions, purge } from './purge.ts';
import { type PurgeServerOptions, purgeServer } from './purge-server.ts';
import type { RetentionStore } from './retention-store.ts';

export interface RetentionJobOptions extends PurgeOptions, PurgeServerOptions {
  readonly jobs: Jobs;
  readonly store: Pick<RetentionStore, 'listLimited'>;
  readonly clock: Clock;
}

/** Carries out, every hour, what orgs have set about keeping things, and forgets what the server needs no more. */
export function createRetentionJob(options: RetentionJobOptions): HourlyJob {
  const { db, jobs, store, clock } = options;
  return createHourlyJob({
    name: 'retention',
    db,
    jobs,
    clock,
    async run({ signal, log }) {
      let failed: unknown = null;
      try {
        const swept = await purgeServer(options, clock.now());
        if (swept.idempotency + swept.mails + swept.invitations > 0)
          log.info({ ...swept }, 'not needed any more, deleted');
      } catch (error) {
        log.error({ err: error }, 'not deleted what is not needed any more');
        failed = error;
      }
      for (const org of await store.listLimited()) {
        if (signal.aborted) throw new JobAbandoned('The next round goes on.');
        try {
          const swept = await purge(options, org, { now: clock.now(), signal });
          if (swept.transcripts + swept.recordings + swept.logs > 0)
            log.info({ orgId: org.orgId, ...swept }, 'kept long enough, deleted');
        } catch (error) {
          // One org's trouble is no reason to keep what others do not want kept.
          log.error({ orgId: org.orgId, err: error }, 'not deleted what is kept long enough');
          failed = error;
        }
      }
      if (failed !== null) throw failed;
    },
  });
}
