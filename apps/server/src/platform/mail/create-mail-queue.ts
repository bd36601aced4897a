import { randomUUID } from 'node:crypto';
import type { Clock } from '@kindling/protocol/clock';
import type { MailConfig } from '../config/config.ts';
import { mailTable } from '../database/schema.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { MAIL_JOB } from './mail-job.ts';
import type { MailQueue } from './mail-queue.ts';

export interface MailQueueOptions {
  readonly jobs: Pick<Jobs, 'add' | 'wake'>;
  readonly config: Pick<MailConfig, 'smtpUrl' | 'notify'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Each mail is a row of the table `mail`, and a job with the row's id that sends it (`deliverMail`). */
export function createMailQueue({ jobs, config, clock }: MailQueueOptions): MailQueue {
  return {
    delivery: config.smtpUrl === null ? 'outbox' : 'smtp',
    notify: config.notify,
    async enqueue(tx, messages) {
      const createdAt = new Date(clock.now());
      for (const message of messages) {
        const id = randomUUID();
        await tx.insert(mailTable).values({ id, message, createdAt });
        await jobs.add(tx, MAIL_JOB, { id, orgId: null, payload: {} });
      }
    },
    wake: jobs.wake,
  };
}
