import type { MailConfig } from '../config/config.ts';
import type { MailTransport } from './mail-transport.ts';
import { createOutboxTransport } from './outbox-transport.ts';
import { createSmtpTransport } from './smtp-transport.ts';

/** The mail server that is configured, or else the outbox folder. */
export function createMailTransport({
  smtpUrl,
  outboxFolder,
}: Pick<MailConfig, 'smtpUrl' | 'outboxFolder'>): MailTransport {
  return smtpUrl === null ? createOutboxTransport(outboxFolder) : createSmtpTransport(smtpUrl);
}
