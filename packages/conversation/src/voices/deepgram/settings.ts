import { z } from 'zod';

/** What Deepgram reads of a voice. */
export const deepgramVoiceSchema = z.object({
  /** `asteria`, or the whole name: `aura-2-thalia-en`. @default 'thalia' */
  voiceId: z.string().optional(),
  /** `aura` or `aura-2`. @default the newest that has the voice */
  model: z.string().optional(),
  mipOptOut: z.boolean().optional(),
});
export type DeepgramVoice = z.output<typeof deepgramVoiceSchema>;
