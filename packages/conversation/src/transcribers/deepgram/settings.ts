import { z } from 'zod';

const terms = z.array(z.string().min(1).max(200)).max(200);

/** What Deepgram reads of a transcriber. */
export const deepgramTranscriberSchema = z.object({
  /** @default 'nova-3' */
  model: z.string().optional(),
  /** @default 'en' */
  language: z.string().optional(),
  /** For models before Nova-3: `word` or `word:2`. */
  keywords: terms.optional(),
  /** For Nova-3 and Flux. */
  keyterm: z.union([z.string().min(1).max(200), terms]).optional(),
  smartFormat: z.boolean().optional(),
  numerals: z.boolean().optional(),
  profanityFilter: z.boolean().optional(),
  mipOptOut: z.boolean().optional(),
});
export type DeepgramTranscriber = z.output<typeof deepgramTranscriberSchema>;
