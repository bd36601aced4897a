import type { MailMessage } from '../../database/schema.ts';
import type { EmailTemplate } from './letter.ts';
import { templateHtml } from './letter-html.ts';
import { templateText } from './letter-text.ts';

/** The letter as the two bodies of one mail. */
export function templateBodies(
  template: EmailTemplate,
): Required<Pick<MailMessage, 'text' | 'html'>> {
  return { text: templateText(template), html: templateHtml(template) };
}
