import { z } from 'zod';

/** A field that was accepted and does not do here all that it says; nothing is refused for it. */
export const warningSchema = z.object({
  /** Of the field in what was sent: `voice.provider`. */
  path: z.string().max(400),
  /** What happens instead, and what would change it. */
  message: z.string().max(1_000),
});
export type Warning = z.infer<typeof warningSchema>;
