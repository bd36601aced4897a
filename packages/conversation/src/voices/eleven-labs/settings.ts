import { z } from 'zod';

const share = z.number().min(0).max(1).optional();

/** What ElevenLabs reads of a voice. */
export const elevenLabsVoiceSchema = z.object({
  voiceId: z.string().optional(),
  /** @default 'eleven_turbo_v2_5' */
  model: z.string().optional(),
  language: z.string().max(20).optional(),
  stability: share,
  similarityBoost: share,
  style: share,
  useSpeakerBoost: z.boolean().optional(),
  speed: z.number().optional(),
  optimizeStreamingLatency: z.number().int().min(0).max(4).optional(),
  enableSsmlParsing: z.boolean().optional(),
});
export type ElevenLabsVoice = z.output<typeof elevenLabsVoiceSchema>;
