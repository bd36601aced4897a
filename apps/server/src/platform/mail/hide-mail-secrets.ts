import type { MailMessage } from '../database/schema.ts';

/** Links that are a key by themselves: to an invitation, which makes one, and to a booking. */
const SECRET_LINK = /([?&](?:amp;)?code=|\/scheduling\/booking\/[\da-f-]{36}#)[\w-]+/gi;
/** Calendars fold their lines, in the middle of a link too. */
const FOLDED = /\r?\n[ \t]/g;

/** A mail as others than its reader may see it: what only they should have is left out. */
export function hideMailSecrets(mail: MailMessage): MailMessage {
  const { subject, text, html, calendar } = mail;
  const hide = (words: string) => words.replaceAll(SECRET_LINK, '$1(hidden)');
  return {
    ...mail,
    subject: hide(subject),
    text: hide(text),
    ...(html !== undefined && { html: hide(html) }),
    ...(calendar !== undefined && {
      calendar: { ...calendar, content: hide(calendar.content.replaceAll(FOLDED, '')) },
    }),
  };
}
