import { z } from 'zod';
import { listQuerySchema, storedFields } from '../page.ts';

/** `kindling` are the voices that run on this machine. */
export const VOICE_PROVIDERS = [
  'kindling',
  'vapi',
  '11labs',
  'azure',
  'cartesia',
  'custom-voice',
  'deepgram',
  'hume',
  'lmnt',
  'neuphonic',
  'openai',
  'playht',
  'rime-ai',
  'smallest-ai',
  'tavus',
  'sesame',
  'inworld',
] as const;
export const voiceProviderSchema = z.enum(VOICE_PROVIDERS);
export type VoiceProvider = z.infer<typeof voiceProviderSchema>;
export const voiceProviderParamsSchema = z.object({ provider: voiceProviderSchema });

const line = z.string().max(500);

/** A voice that can be chosen, and what it sounds like. */
export const libraryVoiceSchema = z.looseObject({
  ...storedFields,
  provider: voiceProviderSchema,
  /** The provider's name for it: the `voiceId` of an assistant's voice. */
  providerId: line,
  slug: line.optional(),
  name: line.optional(),
  language: line.optional(),
  languageCode: line.optional(),
  model: line.optional(),
  gender: z.enum(['male', 'female']).optional(),
  accent: line.optional(),
  /** A sample to listen to. */
  previewUrl: z.string().max(2_000).optional(),
  description: z.string().max(5_000).optional(),
  credentialId: z.uuid().optional(),
  /** Whether every organisation has it. */
  isPublic: z.boolean(),
  isDeleted: z.boolean(),
});
export type LibraryVoice = z.infer<typeof libraryVoiceSchema>;

export const voiceListQuerySchema = listQuerySchema.extend({
  page: z.coerce.number().int().min(1).max(1_000_000).optional(),
  /** In the name or the description. */
  keyword: z.string().max(200).optional(),
  language: z.string().max(200).optional(),
  accent: z.string().max(200).optional(),
  gender: z.string().max(200).optional(),
});
export type VoiceListQuery = z.infer<typeof voiceListQuerySchema>;

export const voiceSyncSchema = z.looseObject({
  /** One or more. @default every provider there is a credential for */
  providers: z
    .union([voiceProviderSchema, z.array(voiceProviderSchema).min(1).max(VOICE_PROVIDERS.length)])
    .optional(),
});

export const sesameVoiceSchema = z.looseObject({
  voiceName: z.string().max(200).optional(),
  transcription: z.string().max(10_000).optional(),
});
