import { clientMessageSchema } from '@kindling/protocol/messages';
import { z } from 'zod';
import { isFields } from '../../../platform/errors/is-fields.ts';

/** What steers a call from outside, as it is published: a page's messages, and `say` with its words as `content`. */
export const controlMessageSchema = z.preprocess((form) => {
  if (!isFields(form) || form.type !== 'say' || form.content === undefined) return form;
  const { content, ...say } = form;
  return { ...say, message: content };
}, clientMessageSchema);
