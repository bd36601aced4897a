import type { Clock } from '@kindling/protocol/clock';
import type { Logger } from 'pino';
import type { MailConfig } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import type { MailMetrics } from '../metrics/metrics.ts';
import type { MailQueue } from './mail-queue.ts';
import { createMailStore } from './mail-store.ts';
import type { MailTransport } from './mail-transport.ts';
import { createMailWorker } from './mail-worker.ts';
import { readMailbox } from './mailbox.ts';
import { createOutboxTransport } from './outbox-transport.ts';
import { createSmtpTransport } from './smtp-transport.ts';

export interface MailQueueOptions {
  readonly db: Database;
  readonly config: MailConfig;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: MailMetrics;
}

/** The queue with its worker. Nothing is sent before `start`; what is enqueued until then waits. */
export interface OpenMailQueue extends MailQueue {
  start(): void;
  /** Resolves when everything that is due was tried once. */
  settled(): Promise<void>;
  /** Lets the mail under way finish, or leaves it to the next start. Idempotent. */
  close(): Promise<void>;
}

/**
 * Mail over the table `mail`: written with what causes it, tried until a server takes it, given up
 * after two days or when it is refused for good. A crash may send one twice, under one Message-ID,
 * and never loses one. Throws when `from` is not one mailbox.
 */
export function createMailQueue(options: MailQueueOptions): OpenMailQueue {
  const { db, config, clock, log, metrics } = options;
  const from = readMailbox(config.from);
  if (from === null) throw new TypeError('the sender is not a mailbox');
  const store = createMailStore(db);
  const transport = createTransport(config);
  const worker = createMailWorker({ store, transport, from, clock, log, metrics });
  let started = false;
  const wake = () => {
    if (started) worker.wake();
  };
  return {
    delivery: transport.delivery,
    notify: config.notify,
    enqueue: (tx, messages) => store.add(tx, messages, new Date(clock.now())),
    wake,
    start() {
      started = true;
      wake();
    },
    settled: () => worker.settled(),
    close: () => worker.close(),
  };
}

function createTransport({ smtpUrl, outboxFolder }: MailConfig): MailTransport {
  return smtpUrl === null ? createOutboxTransport(outboxFolder) : createSmtpTransport(smtpUrl);
}
