import { z } from 'zod';

/** What `POST /audio/speech` takes, as assistants name it. */
export const openAiVoiceSchema = z.object({
  /** @default 'alloy' */
  voiceId: z.string().optional(),
  /** @default 'gpt-4o-mini-tts', or 'tts-1' at another address, which most servers take for their own */
  model: z.string().optional(),
  /** Up to and without `/audio/speech`: a server of the owner's. */
  url: z.string().optional(),
  instructions: z.string().max(10_000).optional(),
  speed: z.number().optional(),
});
export type OpenAiVoice = z.output<typeof openAiVoiceSchema>;
