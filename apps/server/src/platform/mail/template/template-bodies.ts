import type { MailMessage } from '../../database/schema.ts';
import type { EmailTemplate } from './email-template.ts';
import { templateHtml } from './template-html.ts';
import { templateText } from './template-text.ts';

/** The letter as the two bodies of one mail. */
export function templateBodies(
  template: EmailTemplate,
): Required<Pick<MailMessage, 'text' | 'html'>> {
  return { text: templateText(template), html: templateHtml(template) };
}
