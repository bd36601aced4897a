import { z } from 'zod';
import { voiceProviderSchema } from '../assistants/voice.ts';

/** Services whose own workflows can be looked up with a credential. */
export const WORKFLOW_PROVIDERS = ['make', 'ghl'] as const;
export const workflowProviderParamsSchema = z.object({ provider: z.enum(WORKFLOW_PROVIDERS) });
export const workflowHooksParamsSchema = workflowProviderParamsSchema.extend({
  workflowId: z.string().regex(/^[\w-]{1,100}$/, 'must be the id of a workflow.'),
});
export const providerWorkflowsQuerySchema = z.strictObject({
  locationId: z.string().max(200).optional(),
});

export const providerVoiceParamsSchema = z.object({ provider: voiceProviderSchema });
export const voiceSearchQuerySchema = z.strictObject({ name: z.string().min(1).max(200) });

export const foundVoiceSchema = z.looseObject({
  voiceId: z.string(),
  name: z.string(),
  publicOwnerId: z.string().optional(),
  description: z.string().optional(),
  gender: z.string().optional(),
  age: z.unknown().optional(),
  accent: z.string().optional(),
});
export type FoundVoice = z.infer<typeof foundVoiceSchema>;

const id = z.string().regex(/^[\w-]{1,200}$/, 'must be an id of the provider.');
export const voiceAddSchema = z.looseObject({
  ownerId: id,
  voiceId: id,
  name: z.string().min(1).max(200),
});

const MAX_BYTES = 10 * 1_024 * 1_024;
const sampleSchema = z
  .file({ error: 'must be a file.' })
  .min(1, 'must not be empty.')
  .max(MAX_BYTES, 'may have at most 10 MiB.')
  .refine((file) => file.type.startsWith('audio/'), 'must be audio.');

/** Recordings of a voice that shall be imitated. */
export const voiceCloneSchema = z.looseObject({
  name: z.string().min(1).max(200),
  description: z.string().max(2_000).optional(),
  /** A JSON object, as text. */
  labels: z.string().max(2_000).optional(),
  files: z
    .union([sampleSchema, z.array(sampleSchema).min(1).max(25)])
    .transform((files) => (Array.isArray(files) ? files : [files])),
});
export type VoiceClone = z.infer<typeof voiceCloneSchema>;
