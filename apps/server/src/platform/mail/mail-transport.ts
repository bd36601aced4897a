import type { MailDelivery } from '@kindling/protocol/scheduling';
import type { SendMailOptions } from 'nodemailer';

/** A message ready to send. `id` and `queuedAt` are the same on every attempt. */
export interface OutgoingMail {
  readonly id: string;
  readonly queuedAt: Date;
  readonly content: SendMailOptions;
}

/** Where mail leaves this process. */
export interface MailTransport {
  readonly delivery: MailDelivery;
  /** Resolves once the next server has accepted the message; rejects when none has. */
  deliver(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
  close(): void;
}
