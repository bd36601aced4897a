import type { Clock } from '@kindling/protocol/clock';
import type { Logger } from 'pino';
import { createPollLoop } from '../jobs/poll-loop.ts';
import { describeError } from '../metrics/logger.ts';
import type { MailMetrics } from '../metrics/metrics.ts';
import { composeMail } from './compose-mail.ts';
import { readMailFault } from './mail-fault.ts';
import type { ClaimedMail, MailStore } from './mail-store.ts';
import type { MailTransport } from './mail-transport.ts';
import type { Mailbox } from './mailbox.ts';
import { retryDelay } from './retry-delay.ts';

export interface MailWorkerOptions {
  readonly store: MailStore;
  readonly transport: MailTransport;
  readonly from: Mailbox;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: MailMetrics;
}

/** Sends what is due, one mail after another, until nothing is; then sleeps until something will be. */
export interface MailWorker {
  wake(): void;
  /** Resolves when the worker sleeps. */
  settled(): Promise<void>;
  /** Gives the mail under way a few seconds, then leaves it to the next start. Idempotent. */
  close(): Promise<void>;
}

/** One delivery may take this long; the lease outlasts it, so no second worker takes the row meanwhile. */
const DELIVERY_DEADLINE = 90_000;
const LEASE = 180_000;

export function createMailWorker(options: MailWorkerOptions): MailWorker {
  const { store, transport, clock, log, metrics } = options;
  const pollLoop = createPollLoop({
    clock,
    work: sendDue,
    onFault: (error) => log.error({ err: describeError(error) }, 'mail queue unreadable'),
  });

  /** Answers when there is something to do again. */
  async function sendDue(): Promise<Date | null> {
    while (!pollLoop.stopped) {
      const now = clock.now();
      const mail = await store.claim(new Date(now), new Date(now + LEASE));
      if (mail === null) break;
      await send(mail);
    }
    const { count, nextAttemptAt } = await store.waiting();
    metrics.mailWaiting(count);
    return nextAttemptAt;
  }

  async function send(mail: ClaimedMail): Promise<void> {
    try {
      await deliver(mail);
    } catch (error) {
      return await handleFailure(mail, error);
    }
    await store.markSent(mail, new Date(clock.now()));
    metrics.mailSent();
    log.info({ mail: mail.id, attempts: mail.attempts, by: transport.delivery }, 'mail sent');
  }

  async function deliver(mail: ClaimedMail): Promise<void> {
    const deadline = new AbortController();
    const cancel = clock.schedule(DELIVERY_DEADLINE, () => deadline.abort());
    try {
      const signal = AbortSignal.any([deadline.signal, pollLoop.closing]);
      await transport.deliver(composeMail(mail, options.from), signal);
    } finally {
      cancel();
    }
  }

  async function handleFailure(mail: ClaimedMail, error: unknown): Promise<void> {
    const { isRefusal, ...fault } = readMailFault(error);
    const now = clock.now();
    const shown = { mail: mail.id, attempts: mail.attempts, ...fault };
    if (pollLoop.closing.aborted) {
      await store.markFailed(mail, new Date(now), 'interrupted by a stop');
      log.info(shown, 'mail left to the next start');
      return;
    }
    const age = now - mail.createdAt.getTime();
    const delay = isRefusal ? null : retryDelay(mail.attempts, age);
    const next = delay === null ? null : new Date(now + delay);
    await store.markFailed(mail, next, error instanceof Error ? error.message : String(error));
    metrics.mailFailed(next === null ? 'given_up' : 'retry');
    if (next === null) log.error(shown, 'mail given up');
    else
      log.warn({ ...shown, nextAttemptAt: next.toISOString() }, 'mail not sent, will be retried');
  }

  return {
    wake: pollLoop.wake,
    settled: pollLoop.settled,
    async close() {
      await pollLoop.close(pollLoop.settled);
      transport.close();
    },
  };
}
