import { z } from 'zod';
import { storedFields } from '../page.ts';
import { warningSchema } from '../warning.ts';
import {
  artifactPlanSchema,
  assistantCreateSchema,
  modelSchema,
  startSpeakingPlanSchema,
  stopSpeakingPlanSchema,
  transcriberSchema,
  voiceSchema,
} from './assistant.ts';
import { toolCreateSchema } from './tool.ts';

const nodeName = z.string().min(1).max(100);
const jsonObject = z.record(z.string().max(100), z.unknown());

const nodeFields = {
  name: nodeName,
  isStart: z.boolean().optional(),
  metadata: jsonObject.optional(),
};

/** A stretch of conversation under a prompt of its own, left along one of its edges. */
export const conversationNodeSchema = z.looseObject({
  type: z.literal('conversation'),
  ...nodeFields,
  prompt: z.string().max(100_000).optional(),
  /** What is said on arriving, word for word; without it the model finds words of its own. */
  messagePlan: z.looseObject({ firstMessage: z.string().max(20_000).optional() }).optional(),
  model: modelSchema.optional(),
  /** What its model may ask for at this node, beside what the model names. */
  tools: z.array(toolCreateSchema).max(100).optional(),
  toolIds: z.array(z.uuid()).max(100).optional(),
  transcriber: transcriberSchema.optional(),
  voice: voiceSchema.optional(),
  /** A node that can be reached from every other. */
  globalNodePlan: z
    .looseObject({
      enabled: z.boolean().optional(),
      enterCondition: z.string().max(20_000).optional(),
    })
    .optional(),
  /** What to take down from the conversation on leaving: a JSON Schema of an object. */
  variableExtractionPlan: z.looseObject({ schema: jsonObject.optional() }).optional(),
});
export type ConversationNode = z.infer<typeof conversationNodeSchema>;

/** Runs a tool without a word of the person, and goes on with what it answered. */
export const toolNodeSchema = z.looseObject({
  type: z.literal('tool'),
  ...nodeFields,
  tool: toolCreateSchema.optional(),
  toolId: z.uuid().optional(),
});
export type ToolNode = z.infer<typeof toolNodeSchema>;

export const hangupNodeSchema = z.looseObject({ type: z.literal('hangup'), ...nodeFields });

const knownNodeSchema = z.discriminatedUnion('type', [
  conversationNodeSchema,
  toolNodeSchema,
  hangupNodeSchema,
]);
export type WorkflowNode = z.infer<typeof knownNodeSchema>;

const KNOWN_KINDS: readonly unknown[] = ['conversation', 'tool', 'hangup'];

/** Of the compiler, which tells nodes apart by it: any kind that is not one of today. */
type OtherNodeType = 'other';

/** A node of an older kind, or of one that is not known here: read as one of today where that can be. */
const otherNodeSchema = z.looseObject({
  type: z
    .string()
    .min(1)
    .max(100)
    .refine((type) => !KNOWN_KINDS.includes(type), { abort: true }) as unknown as z.ZodType<
    OtherNodeType,
    OtherNodeType
  >,
  ...nodeFields,
});
export type OtherNode = z.infer<typeof otherNodeSchema>;

export const workflowNodeSchema = z.union([knownNodeSchema, otherNodeSchema]);

export const workflowEdgeSchema = z.looseObject({
  from: nodeName,
  to: nodeName,
  /** In words, for the model to judge; without one the edge is taken after the person's next turn. */
  condition: z
    .looseObject({ type: z.string().max(40), prompt: z.string().max(20_000).optional() })
    .optional(),
  metadata: jsonObject.optional(),
});
export type WorkflowEdge = z.infer<typeof workflowEdgeSchema>;

const ofAssistant = assistantCreateSchema.shape;

const workflowFields = {
  name: nodeName,
  nodes: z.array(workflowNodeSchema).min(1).max(200),
  edges: z.array(workflowEdgeSchema).max(1_000),
  globalPrompt: z.string().max(100_000).optional(),
  model: modelSchema.optional(),
  transcriber: transcriberSchema.optional(),
  voice: voiceSchema.optional(),
  artifactPlan: artifactPlanSchema.optional(),
  startSpeakingPlan: startSpeakingPlanSchema.optional(),
  stopSpeakingPlan: stopSpeakingPlanSchema.optional(),
  /** What holds for all nodes, as of an assistant. */
  server: ofAssistant.server,
  serverMessages: ofAssistant.serverMessages,
  clientMessages: ofAssistant.clientMessages,
  compliancePlan: ofAssistant.compliancePlan,
  analysisPlan: ofAssistant.analysisPlan,
  messagePlan: ofAssistant.messagePlan,
  monitorPlan: ofAssistant.monitorPlan,
  hooks: ofAssistant.hooks,
  backgroundSound: ofAssistant.backgroundSound,
  silenceTimeoutSeconds: ofAssistant.silenceTimeoutSeconds,
  maxDurationSeconds: ofAssistant.maxDurationSeconds,
  hipaaEnabled: ofAssistant.hipaaEnabled,
  recordingEnabled: ofAssistant.recordingEnabled,
  credentials: ofAssistant.credentials,
};

export const workflowCreateSchema = z.looseObject(workflowFields);
export type WorkflowCreate = z.infer<typeof workflowCreateSchema>;

const knownWorkflowSchema = workflowCreateSchema.extend({
  nodes: z.array(knownNodeSchema).min(1).max(200),
});
/** One of nodes of today alone. */
export type KnownWorkflow = z.infer<typeof knownWorkflowSchema>;

export const workflowUpdateSchema = z
  .looseObject(workflowFields)
  .partial()
  .refine((form) => Object.keys(form).length > 0, 'Name at least one field to change.');

export const workflowSchema = z.looseObject({
  ...workflowFields,
  ...storedFields,
  /** Where it was just stored: what of it does not act here as it says. */
  warnings: z.array(warningSchema).optional(),
});
export type Workflow = z.infer<typeof workflowSchema>;

export const workflowOverridesSchema = z.looseObject({
  variableValues: jsonObject.optional(),
});
export type WorkflowOverrides = z.infer<typeof workflowOverridesSchema>;

/** What a workflow is drafted from: words, recorded calls, and the tools it may use. */
export const workflowGenerateSchema = z.looseObject({
  description: z.string().max(20_000).optional(),
  callIds: z.array(z.uuid()).max(20).optional(),
  toolIds: z.array(z.uuid()).max(50).optional(),
});
export type WorkflowGenerate = z.infer<typeof workflowGenerateSchema>;
