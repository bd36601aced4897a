import { z } from 'zod';

const text = (max: number) => z.string().max(max);

export const chatRoleSchema = z.enum(['system', 'user', 'assistant', 'tool']);

export const modelMessageSchema = z.looseObject({
  role: chatRoleSchema,
  content: text(100_000),
});

/**
 * `kindling` is the local guide; `openai` and `custom-llm` any OpenAI-compatible
 * endpoint (`url` overrides the server's configured one, for private tokens only).
 */
export const modelSchema = z.looseObject({
  provider: text(40),
  model: text(200).optional(),
  url: z.url().max(2_000).optional(),
  messages: z.array(modelMessageSchema).max(100).optional(),
  temperature: z.number().min(0).max(2).optional(),
  maxTokens: z.number().int().min(1).max(10_000).optional(),
});
export type ModelSettings = z.infer<typeof modelSchema>;

/** `kindling` voices run on this machine: slt, rms, awb. */
export const voiceSchema = z.looseObject({
  provider: text(40),
  voiceId: text(200).optional(),
  speed: z.number().min(0.25).max(2).optional(),
});
export type VoiceSettings = z.infer<typeof voiceSchema>;

export const transcriberSchema = z.looseObject({
  provider: text(40),
  model: text(200).optional(),
  language: text(20).optional(),
});
export type TranscriberSettings = z.infer<typeof transcriberSchema>;

export const firstMessageModeSchema = z.enum([
  'assistant-speaks-first',
  'assistant-waits-for-user',
  'assistant-speaks-first-with-model-generated-message',
]);

/** When the assistant starts to speak: pauses in seconds, as published. */
export const startSpeakingPlanSchema = z.looseObject({
  waitSeconds: z.number().min(0).max(5).optional(),
});

/** When the assistant stops for the person: words and seconds of voice. */
export const stopSpeakingPlanSchema = z.looseObject({
  numWords: z.number().int().min(0).max(10).optional(),
  voiceSeconds: z.number().min(0).max(0.5).optional(),
  backoffSeconds: z.number().min(0).max(10).optional(),
});

export const artifactPlanSchema = z.looseObject({
  recordingEnabled: z.boolean().optional(),
  videoRecordingEnabled: z.boolean().optional(),
  transcriptPlan: z.looseObject({ enabled: z.boolean().optional() }).optional(),
});
export type ArtifactPlan = z.infer<typeof artifactPlanSchema>;

const assistantFields = {
  name: text(40).nullish(),
  firstMessage: text(4_000).nullish(),
  firstMessageMode: firstMessageModeSchema.optional(),
  firstMessageInterruptionsEnabled: z.boolean().optional(),
  model: modelSchema.optional(),
  voice: voiceSchema.optional(),
  transcriber: transcriberSchema.optional(),
  silenceTimeoutSeconds: z.number().min(10).max(3_600).optional(),
  maxDurationSeconds: z.number().min(10).max(43_200).optional(),
  endCallMessage: text(4_000).nullish(),
  endCallPhrases: z.array(text(140).min(2)).max(100).optional(),
  clientMessages: z.array(text(60)).max(60).optional(),
  startSpeakingPlan: startSpeakingPlanSchema.optional(),
  stopSpeakingPlan: stopSpeakingPlanSchema.optional(),
  artifactPlan: artifactPlanSchema.optional(),
  variableValues: z.record(text(100), z.unknown()).optional(),
  metadata: z.record(text(100), z.unknown()).optional(),
};

/** Fields Kindling acts on are checked; others are kept as given. */
export const assistantCreateSchema = z.looseObject(assistantFields);
export type AssistantCreate = z.infer<typeof assistantCreateSchema>;

export const assistantUpdateSchema = z
  .looseObject(assistantFields)
  .refine((form) => Object.keys(form).length > 0, 'Name at least one field to change.');
export type AssistantUpdate = z.infer<typeof assistantUpdateSchema>;

export const assistantOverridesSchema = z.looseObject(assistantFields);
export type AssistantOverrides = z.infer<typeof assistantOverridesSchema>;

export const assistantSchema = z.looseObject({
  ...assistantFields,
  id: z.uuid(),
  orgId: z.uuid(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Assistant = z.infer<typeof assistantSchema>;
