import { createTransport } from 'nodemailer';
import type { MailTransport } from './mail-transport.ts';

const CONNECT_TIMEOUT = 20_000;
const SOCKET_TIMEOUT = 60_000;

/**
 * Hands mail to the server of an `smtp://` or `smtps://` url, over one connection that is kept
 * between messages. Query parameters are nodemailer's, such as `?requireTLS=true`.
 */
export function createSmtpTransport(url: string): MailTransport {
  const smtp = createTransport({
    url,
    pool: true,
    maxConnections: 1,
    // Retrying is the queue's: the pool must not try behind its back.
    maxRequeues: 0,
    idleTimeout: 30_000,
    connectionTimeout: CONNECT_TIMEOUT,
    greetingTimeout: CONNECT_TIMEOUT,
    dnsTimeout: CONNECT_TIMEOUT,
    socketTimeout: SOCKET_TIMEOUT,
  });
  // A connection lost while nothing is being sent concerns nobody; without a listener it would throw.
  smtp.on('error', () => undefined);
  return {
    delivery: 'smtp',
    async deliver({ content }, signal) {
      await smtp.sendMail({ ...content, signal });
    },
    close: () => smtp.close({ force: true }),
  };
}
