import { z } from 'zod';
import {
  artifactPlanSchema,
  assistantCreateSchema,
  assistantOverridesSchema,
  voiceSchema,
} from './assistant.ts';

export const callStatusSchema = z.enum([
  'scheduled',
  'queued',
  'ringing',
  'in-progress',
  'forwarding',
  'ended',
]);
export type CallStatus = z.infer<typeof callStatusSchema>;

/**
 * Why a call ended. The first block are the published names; `kindling.` marks our own.
 * A limit, a quota or a fault is never reported as a hang-up.
 */
export const END_REASONS = [
  'customer-ended-call',
  'assistant-ended-call',
  'assistant-said-end-call-phrase',
  'silence-timed-out',
  'exceeded-max-duration',
  'customer-did-not-answer',
  'manually-canceled',
  'pipeline-error',
  'call.in-progress.error-assistant-did-not-receive-customer-audio',
  'kindling.connection-lost',
  'kindling.never-joined',
  'kindling.server-shutdown',
  'kindling.server-crashed',
] as const;
export const endReasonSchema = z.enum(END_REASONS);
export type EndReason = z.infer<typeof endReasonSchema>;

/** One turn's cost, in ms; the parts add up to `total`. Null: that part did not happen. */
export const turnTimingSchema = z.object({
  turn: z.number().int(),
  /** Last voiced sample of the person to the decision that the turn is over. */
  endpointing: z.number(),
  /** Decision to final transcript (0 when speculation had it ready). */
  transcriber: z.number(),
  /** Final transcript to the first sentence of the model. */
  model: z.number(),
  /** First sentence to its first audio. */
  voice: z.number(),
  /** First audio to its first sample handed to the network. */
  transport: z.number(),
  total: z.number(),
});
export type TurnTiming = z.infer<typeof turnTimingSchema>;

export const callMessageSchema = z.object({
  role: z.enum(['user', 'bot', 'system']),
  message: z.string(),
  /** Epoch milliseconds of the first sample. */
  time: z.number(),
  endTime: z.number(),
  /** Seconds since the call started. */
  secondsFromStart: z.number(),
  /** True when the person cut the assistant: `message` holds only what was played. */
  interrupted: z.boolean().optional(),
});
export type CallMessage = z.infer<typeof callMessageSchema>;

export const artifactSchema = z.looseObject({
  messages: z.array(callMessageSchema),
  transcript: z.string(),
  turnTimings: z.array(turnTimingSchema).optional(),
});
export type Artifact = z.infer<typeof artifactSchema>;

/** Squads and workflows are named here so that a refusal can say so; see the API issue. */
export const callCreateSchema = z
  .looseObject({
    assistant: assistantCreateSchema.optional(),
    assistantId: z.uuid().optional(),
    assistantOverrides: assistantOverridesSchema.optional(),
    squad: z.looseObject({}).optional(),
    squadId: z.uuid().optional(),
    workflow: z.looseObject({}).optional(),
    workflowId: z.uuid().optional(),
    workflowOverrides: z.looseObject({}).optional(),
    name: z.string().max(40).nullish(),
    metadata: z.record(z.string().max(100), z.unknown()).optional(),
  })
  .refine(
    (form) =>
      [
        form.assistant,
        form.assistantId,
        form.squad,
        form.squadId,
        form.workflow,
        form.workflowId,
      ].some((one) => one !== undefined),
    { message: 'Assistant or Squad or Workflow must be provided.', path: ['assistantId'] },
  );
export type CallCreate = z.infer<typeof callCreateSchema>;

export const callSchema = z.looseObject({
  id: z.uuid(),
  orgId: z.uuid(),
  type: z.literal('webCall'),
  status: callStatusSchema,
  name: z.string().nullish(),
  assistantId: z.uuid().nullish(),
  assistant: assistantCreateSchema.nullish(),
  assistantOverrides: assistantOverridesSchema.nullish(),
  webCallUrl: z.url().nullish(),
  artifactPlan: artifactPlanSchema.nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  startedAt: z.iso.datetime().nullish(),
  endedAt: z.iso.datetime().nullish(),
  endedReason: endReasonSchema.nullish(),
  endedMessage: z.string().nullish(),
  messages: z.array(callMessageSchema).optional(),
  artifact: artifactSchema.nullish(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Call = z.infer<typeof callSchema>;

/** What a web call's starter reads: `id`, `webCallUrl`, video recording, voice provider, the name. */
export const webCallSchema = z.looseObject({
  id: z.uuid(),
  orgId: z.uuid(),
  type: z.literal('webCall'),
  status: callStatusSchema,
  webCallUrl: z.url(),
  artifactPlan: artifactPlanSchema.extend({ videoRecordingEnabled: z.boolean() }),
  assistant: z.looseObject({ name: z.string().nullish(), voice: voiceSchema }),
  assistantId: z.uuid().nullish(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type WebCall = z.infer<typeof webCallSchema>;

export const listQuerySchema = z.object({
  limit: z.coerce.number().int().min(0).max(1_000).default(100),
  createdAtGt: z.iso.datetime().optional(),
  createdAtLt: z.iso.datetime().optional(),
  createdAtGe: z.iso.datetime().optional(),
  createdAtLe: z.iso.datetime().optional(),
  updatedAtGt: z.iso.datetime().optional(),
  updatedAtLt: z.iso.datetime().optional(),
  updatedAtGe: z.iso.datetime().optional(),
  updatedAtLe: z.iso.datetime().optional(),
});
export type ListQuery = z.infer<typeof listQuerySchema>;

export const callListQuerySchema = listQuerySchema.extend({
  id: z.uuid().optional(),
  assistantId: z.uuid().optional(),
});
export type CallListQuery = z.infer<typeof callListQuerySchema>;
