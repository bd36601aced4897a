import { z } from 'zod';

/** What Cartesia reads of a voice. */
export const cartesiaVoiceSchema = z.object({
  voiceId: z.string().optional(),
  /** @default 'sonic-3' */
  model: z.string().optional(),
  language: z.string().max(20).optional(),
  speed: z.number().optional(),
  /** Of sonic-3 and later: `speed`, `volume`, `emotion`. */
  generationConfig: z.record(z.string(), z.unknown()).optional(),
  /** Of the models before: `speed`, `emotion`. */
  experimentalControls: z.record(z.string(), z.unknown()).optional(),
});
export type CartesiaVoice = z.output<typeof cartesiaVoiceSchema>;
