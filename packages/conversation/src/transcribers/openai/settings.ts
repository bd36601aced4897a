import { z } from 'zod';

/** What a server that speaks OpenAI's protocol reads of a transcriber. */
export const openAiTranscriberSchema = z.object({
  model: z.string().optional(),
  language: z.string().optional(),
  /** Words that may be said, or how they are written. */
  prompt: z.string().max(2_000).optional(),
});
export type OpenAiTranscriber = z.output<typeof openAiTranscriberSchema>;
