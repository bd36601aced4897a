import { z } from 'zod';
import { storedFields } from '../page.ts';
import {
  artifactPlanSchema,
  modelSchema,
  startSpeakingPlanSchema,
  stopSpeakingPlanSchema,
  transcriberSchema,
  voiceSchema,
} from './assistant.ts';
import { toolCreateSchema } from './tool.ts';

const nodeName = z.string().min(1).max(80);
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
  prompt: z.string().max(5_000).optional(),
  /** What is said on arriving, word for word; without it the model finds words of its own. */
  messagePlan: z.looseObject({ firstMessage: z.string().max(4_000).optional() }).optional(),
  model: modelSchema.optional(),
  transcriber: transcriberSchema.optional(),
  voice: voiceSchema.optional(),
  /** A node that can be reached from every other. */
  globalNodePlan: z
    .looseObject({
      enabled: z.boolean().optional(),
      enterCondition: z.string().max(1_000).optional(),
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

export const workflowNodeSchema = z.discriminatedUnion('type', [
  conversationNodeSchema,
  toolNodeSchema,
  hangupNodeSchema,
]);
export type WorkflowNode = z.infer<typeof workflowNodeSchema>;

export const workflowEdgeSchema = z.looseObject({
  from: nodeName,
  to: nodeName,
  /** In words, for the model to judge; without one the edge is taken after the person's next turn. */
  condition: z.looseObject({ type: z.literal('ai'), prompt: z.string().max(1_000) }).optional(),
  metadata: jsonObject.optional(),
});
export type WorkflowEdge = z.infer<typeof workflowEdgeSchema>;

const workflowFields = {
  name: nodeName,
  nodes: z.array(workflowNodeSchema).min(1).max(200),
  edges: z.array(workflowEdgeSchema).max(1_000),
  globalPrompt: z.string().max(5_000).optional(),
  model: modelSchema.optional(),
  transcriber: transcriberSchema.optional(),
  voice: voiceSchema.optional(),
  artifactPlan: artifactPlanSchema.optional(),
  startSpeakingPlan: startSpeakingPlanSchema.optional(),
  stopSpeakingPlan: stopSpeakingPlanSchema.optional(),
};

export const workflowCreateSchema = z.looseObject(workflowFields);
export type WorkflowCreate = z.infer<typeof workflowCreateSchema>;

export const workflowUpdateSchema = z
  .looseObject(workflowFields)
  .partial()
  .refine((form) => Object.keys(form).length > 0, 'Name at least one field to change.');

export const workflowSchema = z.looseObject({ ...workflowFields, ...storedFields });
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
