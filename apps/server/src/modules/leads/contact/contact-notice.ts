import { brand } from '@kindling/protocol/brand';
import type { ContactForm } from '@kindling/protocol/contact-form';
import type { MailMessage } from '../../../platform/database/schema.ts';

export interface ContactRequest {
  readonly id: string;
  readonly form: ContactForm;
  readonly createdAt: Date;
}

/** The mail that notifies the operator of a contact request; replies go to the sender of the request. */
export function contactNotice(
  { id, form, createdAt }: ContactRequest,
  notify: string,
): MailMessage {
  const lines = [
    ['Name', form.fullName],
    ['Email', form.email],
    ['Phone', form.phoneNumber],
    ['Institution', form.institution],
    ['Number of students', form.numberOfStudents],
    ['Service of interest', form.serviceOfInterest],
  ] as const;
  return {
    to: { name: brand.name, address: notify },
    replyTo: { name: inOneLine(form.fullName), address: form.email },
    subject: inOneLine(`Contact request from ${form.fullName}, ${form.institution}`).slice(0, 200),
    text: [
      'Someone asked to be contacted on the contact page.',
      '',
      ...lines.map(([name, value]) => `${name}: ${inOneLine(value)}`),
      '',
      'What they wrote:',
      ...form.problemDescription.split(/\r\n|\r|\n/).map((line) => `> ${line}`),
      '',
      `Received ${createdAt.toISOString()}, kept as request ${id}.`,
      'An answer to this mail goes to the person above.',
      '',
    ].join('\n'),
  };
}

/** So that nobody writes lines of the mail, or of its head, that look like ours. */
function inOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}
