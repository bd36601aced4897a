import type { MailDelivery } from '@kindling/protocol/scheduling';
import type { Database } from '../database/database.ts';
import type { MailMessage } from '../database/schema.ts';

/** Mail that must not be lost: written in the transaction of what causes it, sent after the commit. */
export interface MailQueue {
  /** What “sent” means here: a mail server took it, or it lies in the outbox folder. */
  readonly delivery: MailDelivery;
  /** Where notices to the operator go. */
  readonly notify: string;
  /** Inside the caller's transaction. */
  enqueue(tx: Database, messages: readonly MailMessage[]): Promise<void>;
  /** After the commit: does not wait for the next look at the queue. */
  wake(): void;
}
