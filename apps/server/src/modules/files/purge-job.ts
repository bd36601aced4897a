import type { Clock } from '@kindling/protocol/clock';
import type { Database } from '../../platform/database/database.ts';
import { createHourlyJob, type HourlyJob } from '../../platform/jobs/hourly-job.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { BlobStore } from '../../platform/storage/blob-store.ts';
import { purgeContents } from './purge-contents.ts';

export interface PurgeJobOptions {
  readonly db: Database;
  readonly blobs: BlobStore;
  readonly jobs: Jobs;
  readonly clock: Clock;
}

/** Removes, every hour, what crashes left of uploads and deletions. */
export function createPurgeJob(options: PurgeJobOptions): HourlyJob {
  const { clock } = options;
  return createHourlyJob({
    ...options,
    name: 'orphaned-contents',
    async run({ signal, log }) {
      const contents = await purgeContents({ ...options, now: clock.now(), signal });
      if (contents > 0) log.warn({ contents }, 'contents that belong to no file removed');
    },
  });
}
