import type { MailDelivery } from '@kindling/protocol/scheduling';
import type { SendMailOptions } from 'nodemailer';

/** A message ready to leave. `id` and `queuedAt` stay the same however often it is tried. */
export interface OutgoingMail {
  readonly id: string;
  readonly queuedAt: Date;
  readonly content: SendMailOptions;
}

/** Where mail leaves this process. */
export interface MailTransport {
  readonly delivery: MailDelivery;
  /** Resolves once somebody else answers for the message; rejects when nobody took it. */
  deliver(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
  close(): void;
}
