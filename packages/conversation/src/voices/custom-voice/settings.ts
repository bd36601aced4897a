import { z } from 'zod';

/** What is read of a voice that the owner's own server speaks; `server` is whom it asks and how. */
export const customVoiceSchema = z.object({
  server: z.looseObject({ url: z.string().optional() }).optional(),
  voiceId: z.string().optional(),
});
