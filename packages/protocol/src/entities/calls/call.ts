import { z } from 'zod';
import { iceServerSchema } from '../../room/ice-server.ts';
import { callAnalysisSchema } from '../assistants/analysis-plan.ts';
import {
  artifactPlanSchema,
  assistantCreateSchema,
  assistantOverridesSchema,
  voiceSchema,
} from '../assistants/assistant.ts';
import { squadCreateSchema } from '../assistants/squad.ts';
import { outputArtifactFields } from '../assistants/structured-output.ts';
import { workflowCreateSchema, workflowOverridesSchema } from '../assistants/workflow.ts';
import { chatCustomerSchema } from '../chats/chat-customer.ts';
import { noticeAcceptanceSchema } from '../notice-acceptance.ts';
import { warningSchema } from '../warning.ts';
import { recordedArtifactFields } from './call-recording.ts';

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
  'kindling.media-never-connected',
  'kindling.too-many-messages',
  'kindling.quota-exceeded',
  'kindling.server-shutdown',
  'kindling.server-crashed',
  'kindling.media-failed',
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

/** What a model asks a tool for; `arguments` is JSON text. */
export const toolCallSchema = z.object({
  id: z.string(),
  type: z.literal('function'),
  function: z.object({ name: z.string(), arguments: z.string() }),
});

export const callMessageSchema = z.object({
  role: z.enum(['user', 'bot', 'system', 'tool_calls', 'tool_call_result']),
  /** What was said; empty where a tool was asked or answered. */
  message: z.string(),
  toolCalls: z.array(toolCallSchema).optional(),
  /** Of a result: which call it answers, the tool's name and what it answered. */
  toolCallId: z.string().optional(),
  name: z.string().optional(),
  result: z.string().optional(),
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
  ...recordedArtifactFields,
  ...outputArtifactFields,
});
export type Artifact = z.infer<typeof artifactSchema>;

const text = (max: number) => z.string().max(max);

/** What every new call says: who answers, and what is different this time. */
const callStartFields = {
  assistant: assistantCreateSchema.optional(),
  assistantId: z.uuid().optional(),
  assistantOverrides: assistantOverridesSchema.optional(),
  squad: squadCreateSchema.optional(),
  squadId: z.uuid().optional(),
  workflow: workflowCreateSchema.optional(),
  workflowId: z.uuid().optional(),
  workflowOverrides: workflowOverridesSchema.optional(),
  /** Goes on with the session's messages, and adds to them. */
  sessionId: z.uuid().optional(),
  /** Who talks, as far as the caller knows: calls are found, and forgotten, by it. */
  customer: chatCustomerSchema.optional(),
  /** Which notice the person accepted before the call, and when. */
  noticeAcceptance: noticeAcceptanceSchema.nullish(),
  /**
   * False: who leaves may come back to the same room, until the conversation ends by itself (silence,
   * longest duration). @default true
   */
  roomDeleteOnUserLeaveEnabled: z.boolean().optional(),
  name: text(40).nullish(),
  metadata: z.record(text(100), z.unknown()).optional(),
};

type Answering = { readonly [field in keyof typeof callStartFields]?: unknown };

/** Fields that say who answers a call; of two that are given the later one is refused. */
export const CALL_ANSWERERS = [
  'assistant',
  'assistantId',
  'squad',
  'squadId',
  'workflow',
  'workflowId',
] as const;
const saysWhoAnswers = (form: Answering) =>
  CALL_ANSWERERS.some((field) => form[field] !== undefined);
const NOBODY_ANSWERS = {
  message: 'Assistant or Squad or Workflow must be provided.',
  path: ['assistantId'],
};

export const callCreateSchema = z
  .looseObject(callStartFields)
  .refine(saysWhoAnswers, NOBODY_ANSWERS);
export type CallCreate = z.infer<typeof callCreateSchema>;

const schedulePlanSchema = z
  .looseObject({ earliestAt: z.iso.datetime(), latestAt: z.iso.datetime().nullish() })
  .refine((plan) => !plan.latestAt || Date.parse(plan.latestAt) >= Date.parse(plan.earliestAt), {
    message: 'must not be before earliestAt.',
    path: ['latestAt'],
  });

/** What a call by telephone says beside. */
const phoneCallFields = {
  customerId: z.string().max(100).optional(),
  /** One call each. */
  customers: z.array(chatCustomerSchema).min(1).max(1_000).optional(),
  phoneNumberId: z.uuid().optional(),
  phoneNumber: z.looseObject({}).optional(),
  schedulePlan: schedulePlanSchema.optional(),
  transport: z.looseObject({ provider: text(40).optional() }).optional(),
};

/** A call of either kind: with a number to call or to call from it is one by telephone. */
export const anyCallCreateSchema = z
  .looseObject({ ...callStartFields, ...phoneCallFields })
  .refine(saysWhoAnswers, NOBODY_ANSWERS);
export type AnyCallCreate = z.infer<typeof anyCallCreateSchema>;

export const callUpdateSchema = z
  .strictObject({
    name: text(40).nullable().optional(),
    metadata: z.record(text(100), z.unknown()).nullable().optional(),
  })
  .refine((form) => Object.keys(form).length > 0, 'Name at least one field to change.');
export type CallUpdate = z.infer<typeof callUpdateSchema>;

export const callTypeSchema = z.enum([
  'webCall',
  'outboundPhoneCall',
  'inboundPhoneCall',
  'vapi.websocketCall',
]);
export type CallType = z.infer<typeof callTypeSchema>;

/** US dollars a part, as published: `stt` hears, `tts` speaks, `vapi` is the platform itself. */
export const costBreakdownSchema = z.looseObject({
  transport: z.number().optional(),
  stt: z.number().optional(),
  llm: z.number().optional(),
  tts: z.number().optional(),
  vapi: z.number().optional(),
  total: z.number().optional(),
  ttsCharacters: z.number().optional(),
  llmPromptTokens: z.number().optional(),
  llmCompletionTokens: z.number().optional(),
});

/**
 * What was had of a provider elsewhere, as published: `minutes` of a transcriber, `characters` of a voice, `promptTokens`
 * and `completionTokens` of a model. `cost` is in US dollars, where the server knows the price.
 */
export const callCostSchema = z.looseObject({
  type: z.enum(['transcriber', 'voice', 'model']),
  characters: z.number().optional(),
  promptTokens: z.number().optional(),
  completionTokens: z.number().optional(),
  cost: z.number().optional(),
});
export type CallCost = z.infer<typeof callCostSchema>;

/** Addresses that carry their own permission for an hour; the call's end closes them. */
export const callMonitorSchema = z.looseObject({
  /** A websocket: what its sound is as JSON, then PCM of 16 bits, the caller left and the assistant right. */
  listenUrl: z.string().optional(),
  /** Takes `say`, `add-message`, `control` and `end-call` by POST. */
  controlUrl: z.string().optional(),
});
export type CallMonitor = z.infer<typeof callMonitorSchema>;

export const callSchema = z.looseObject({
  id: z.uuid(),
  orgId: z.uuid(),
  type: callTypeSchema,
  status: callStatusSchema,
  name: z.string().nullish(),
  assistantId: z.uuid().nullish(),
  assistant: assistantCreateSchema.nullish(),
  assistantOverrides: assistantOverridesSchema.nullish(),
  squadId: z.uuid().nullish(),
  workflowId: z.uuid().nullish(),
  phoneNumberId: z.uuid().nullish(),
  sessionId: z.uuid().nullish(),
  campaignId: z.uuid().nullish(),
  customer: z.looseObject({}).nullish(),
  /** As the call was started with. */
  noticeAcceptance: noticeAcceptanceSchema.nullish(),
  /** US dollars; what runs on this machine costs nothing, what a provider elsewhere does is not always known. */
  cost: z.number().nullish(),
  /** Of the hosted parts that were used, once it has ended. */
  costs: z.array(callCostSchema).optional(),
  /** Once it has ended; what is not known is left out. */
  costBreakdown: costBreakdownSchema.optional(),
  /** Once the assistant's `analysisPlan` was carried out, some seconds after the end. */
  analysis: callAnalysisSchema.nullish(),
  webCallUrl: z.url().nullish(),
  artifactPlan: artifactPlanSchema.nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  startedAt: z.iso.datetime().nullish(),
  endedAt: z.iso.datetime().nullish(),
  endedReason: endReasonSchema.nullish(),
  endedMessage: z.string().nullish(),
  messages: z.array(callMessageSchema).optional(),
  artifact: artifactSchema.nullish(),
  /** While it goes on, where its assistant's `monitorPlan` allows it, for editors. */
  monitor: callMonitorSchema.optional(),
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
  /** STUN and TURN servers of the room, which a client would otherwise ask it for; for this call only. */
  iceServers: z.array(iceServerSchema).optional(),
  artifactPlan: artifactPlanSchema.extend({ videoRecordingEnabled: z.boolean() }),
  assistant: z.looseObject({ name: z.string().nullish(), voice: voiceSchema }),
  assistantId: z.uuid().nullish(),
  /** For private tokens: what its assistants name that this server cannot do as they say. */
  warnings: z.array(warningSchema).optional(),
  /** For private tokens that may change things: as the assistant's `monitorPlan` allows it. */
  monitor: callMonitorSchema.optional(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type WebCall = z.infer<typeof webCallSchema>;
