import type { SupportTicketCreate } from '@kindling/protocol';
import { brand } from '@kindling/protocol/brand';
import type { MailMessage } from '../../platform/database/schema.ts';

export interface SupportTicket {
  readonly id: string;
  readonly orgId: string;
  readonly body: SupportTicketCreate;
  readonly createdAt: Date;
}

/** The mail that tells the operator of a ticket. */
export function ticketNotice(
  { id, orgId, body, createdAt }: SupportTicket,
  to: string,
): MailMessage {
  const { category, bugSubcategory, subject, message, callDetails } = body;
  const about = bugSubcategory === undefined ? category : `${category}, ${bugSubcategory}`;
  return {
    to: { name: brand.name, address: to },
    subject: inOneLine(`Support ticket: ${subject}`).slice(0, 200),
    text: [
      'Someone wrote a support ticket.',
      '',
      `About: ${about}`,
      `Subject: ${inOneLine(subject)}`,
      `Organisation: ${orgId}`,
      '',
      'What they wrote:',
      ...quoted(message),
      ...(callDetails ? ['', 'Calls and recordings:', ...quoted(callDetails)] : []),
      '',
      `Received ${createdAt.toISOString()}, kept as ticket ${id}.`,
      '',
    ].join('\n'),
  };
}

/** Marked line by line, so that nothing they wrote looks like ours. */
function quoted(text: string): string[] {
  return text.split(/\r\n|\r|\n/).map((line) => `> ${line}`);
}

function inOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}
