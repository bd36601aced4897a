import type { MailMessage } from '../database/schema.ts';
import type { OutgoingMail } from './mail-transport.ts';
import { domainOf, type Mailbox } from './mailbox.ts';
import { oneLine } from './one-line.ts';

/** A row of the queue, as far as it becomes a mail. */
export interface QueuedMail {
  readonly id: string;
  readonly message: MailMessage;
  readonly createdAt: Date;
}

/**
 * The mail of a row. Everything in it is decided by the row, so a copy sent again after a crash has
 * the Message-ID of the first one and mail programs show it once.
 */
export function composeMail(row: QueuedMail, from: Mailbox): OutgoingMail {
  const { to, replyTo, subject, text, html, calendar } = row.message;
  return {
    id: row.id,
    queuedAt: row.createdAt,
    content: {
      from: oneLineMailbox(from),
      to: oneLineMailbox(to),
      envelope: { from: from.address, to: [to.address] },
      ...(replyTo === undefined ? {} : { replyTo: oneLineMailbox(replyTo) }),
      subject: oneLine(subject),
      text,
      ...(html === undefined ? {} : { html }),
      ...(calendar === undefined
        ? {}
        : { icalEvent: { ...calendar, filename: CALENDAR_FILES[calendar.method] } }),
      messageId: `<${row.id}@${domainOf(from.address)}>`,
      date: row.createdAt,
      // No holiday notice shall answer a machine (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    },
  };
}

const CALENDAR_FILES = { REQUEST: 'invite.ics', CANCEL: 'cancel.ics' } as const;

function oneLineMailbox({ name, address }: Mailbox): Mailbox {
  return { name: oneLine(name), address };
}
