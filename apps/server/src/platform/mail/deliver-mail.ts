import type { Clock } from '@kindling/protocol/clock';
import type { Logger } from 'pino';
import type { MailConfig } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import { JobAbandoned, type JobOutcome, type Jobs } from '../jobs/jobs.ts';
import { faultMessage } from '../metrics/logger.ts';
import type { MailMetrics } from '../metrics/metrics.ts';
import { composeMail } from './compose-mail.ts';
import { readMailFault } from './mail-fault.ts';
import { MAIL_JOB } from './mail-job.ts';
import { createMailStore } from './mail-store.ts';
import type { MailTransport } from './mail-transport.ts';
import { readMailbox } from './mailbox.ts';

export interface DeliverMailOptions {
  readonly db: Database;
  /** Not started yet. */
  readonly jobs: Pick<Jobs, 'handle'>;
  /** To be closed after the jobs. */
  readonly transport: MailTransport;
  readonly config: Pick<MailConfig, 'from'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: MailMetrics;
}

/**
 * Has mail sent by the jobs, one after another: tried until a server takes it, given up after two days
 * or when it is refused for good. A crash may send one twice, under one Message-ID, and never loses
 * one.
 *
 * @throws when `from` is not one mailbox
 */
export async function deliverMail(options: DeliverMailOptions): Promise<void> {
  const { db, jobs, transport, config, clock, log, metrics } = options;
  const from = readMailbox(config.from);
  if (from === null) throw new TypeError('the sender is not a mailbox');
  const store = createMailStore(db);

  jobs.handle(
    MAIL_JOB,
    async ({ id, attempt, signal }) => {
      const mail = await store.findUnsent(id);
      if (mail === null) return;
      await transport.deliver(composeMail(mail, from), signal).catch((cause: unknown) => {
        // The reply repeats the address, which belongs in the mail's row alone.
        const { code, isRefusal } = readMailFault(cause);
        throw isRefusal ? new JobAbandoned(code, { cause }) : new Error(code, { cause });
      });
      await store.markSent(mail, attempt, new Date(clock.now()));
      metrics.mailSent();
      log.info({ mail: id, attempts: attempt, by: transport.delivery }, 'mail sent');
    },
    async ({ id, attempt }, outcome) => {
      const mail = { mail: id, attempts: attempt };
      if (outcome.type === 'interrupted') log.info(mail, 'mail left to the next start');
      if (outcome.type === 'failed' || outcome.type === 'given-up') {
        await store.markFailed(id, attempt, faultMessage(causeOf(outcome)));
        metrics.mailFailed(outcome.type === 'failed' ? 'retry' : 'given_up');
        logFailure(outcome, mail);
      }
      metrics.mailWaiting(await store.countWaiting());
    },
  );

  function logFailure(failure: Failure, mail: object): void {
    const { isRefusal: _, ...fault } = readMailFault(causeOf(failure));
    const shown = { ...mail, ...fault };
    if (failure.type === 'given-up') {
      log.error(shown, 'mail given up');
    } else {
      const nextAttemptAt = new Date(clock.now() + failure.retryIn).toISOString();
      log.warn({ ...shown, nextAttemptAt }, 'mail not sent, will be retried');
    }
  }

  metrics.mailWaiting(await store.countWaiting());
}

type Failure = Extract<JobOutcome, { readonly error: unknown }>;

/** The transport's own error, where it was that. */
function causeOf({ error }: Failure): unknown {
  return error instanceof Error ? (error.cause ?? error) : error;
}
