import type { MailMessage } from '../../database/schema.ts';
import type { Letter } from './letter.ts';
import { letterHtml } from './letter-html.ts';
import { letterText } from './letter-text.ts';

/** The letter as the two bodies of one mail. */
export function letterBodies(letter: Letter): Required<Pick<MailMessage, 'text' | 'html'>> {
  return { text: letterText(letter), html: letterHtml(letter) };
}
