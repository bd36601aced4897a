import PostalMime, { type Address, type Attachment } from 'postal-mime';
import type { MailMessage } from '../database/schema.ts';

/** A composed mail as what it was composed of; of one that is not whole, what there is of it. */
export async function parseMail(file: Buffer): Promise<MailMessage> {
  const mail = await PostalMime.parse(file, { attachmentEncoding: 'utf8' });
  const calendar = mail.attachments.find(({ mimeType }) => mimeType === 'text/calendar');
  const replyTo = mailboxOf(mail.replyTo?.[0]);
  return {
    to: mailboxOf(mail.to?.[0]) ?? { name: '', address: '' },
    ...(replyTo !== null && { replyTo }),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    ...(mail.html !== undefined && { html: mail.html }),
    ...(calendar !== undefined && { calendar: toCalendar(calendar) }),
  };
}

function mailboxOf(address: Address | undefined): MailMessage['to'] | null {
  return address?.address === undefined ? null : { name: address.name, address: address.address };
}

function toCalendar({ method, content }: Attachment): MailMessage['calendar'] & object {
  return {
    method: method === 'CANCEL' ? 'CANCEL' : 'REQUEST',
    content:
      typeof content === 'string' ? content : Buffer.from(new Uint8Array(content)).toString(),
  };
}
