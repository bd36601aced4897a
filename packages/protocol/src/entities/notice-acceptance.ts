import { z } from 'zod';

/**
 * Evidence that a person accepted the notice before a conversation: which notice, and when. It identifies
 * the person no more than the call does.
 */
export const noticeAcceptanceSchema = z.strictObject({
  /**
   * When they pressed the button under the notice, in UTC; where the page remembered that, still the press.
   * What is ahead of the server's clock is kept as the time at which it came.
   */
  acceptedAt: z.iso.datetime().max(30),
  /** Of the text they were shown: the same text has the same version, another has another. */
  version: z
    .string()
    .regex(/^[\w.:+-]{1,64}$/, 'must be 1 to 64 letters, digits or any of . : _ + -'),
  /** The language of that text, as `en` or `pt-BR` (BCP 47). */
  language: z
    .string()
    .max(35)
    .regex(/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/, 'must be a language tag such as en or pt-BR.'),
});
export type NoticeAcceptance = z.infer<typeof noticeAcceptanceSchema>;
