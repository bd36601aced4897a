/** The contract between the page where an assistant answers and its server. */
import { z } from 'zod';

/** `POST /talk/terms` with the page's public key: whom it is about to call. */
export const talkRequestSchema = z.object({ assistantId: z.uuid() });

/** What a person is shown before the call. */
export const talkTermsSchema = z.object({
  assistantName: z.string(),
  /** After this the server ends a call. */
  maxDurationSeconds: z.number(),
  /** Whether the sound is kept: the assistant asks for it and the server allows it. */
  recordsSound: z.boolean(),
  /** What becomes of what is said: what is kept for how long, and who else hears it. Sentences. */
  notice: z.array(z.string()),
  /** What the assistant says first; shown where it answers in writing. */
  firstMessage: z.string().optional(),
});
export type TalkTerms = z.infer<typeof talkTermsSchema>;
