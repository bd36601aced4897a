import { z } from 'zod';
import type { JobKind } from '../jobs/jobs.ts';
import { mailRetryDelay } from './mail-retry-delay.ts';

const payload = z.object({});

/** Sends the mail whose row has the job's id; its text remains there, where exports and erasures look. */
export const MAIL_JOB: JobKind<typeof payload> = {
  name: 'mail',
  payload,
  // Its age ends it, however often a crash repeated it.
  attempts: Number.POSITIVE_INFINITY,
  retryDelay: mailRetryDelay,
  timeout: 90_000,
};
