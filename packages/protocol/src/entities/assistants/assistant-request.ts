import { z } from 'zod';
import { assistantCreateSchema, assistantOverridesSchema } from './assistant.ts';
import { squadCreateSchema } from './squad.ts';
import { workflowCreateSchema, workflowOverridesSchema } from './workflow.ts';

/** What a server answers that is asked, by `assistant-request`, who takes an incoming call. */
export const assistantRequestAnswerSchema = z.looseObject({
  assistantId: z.uuid().nullish(),
  assistant: assistantCreateSchema.nullish(),
  assistantOverrides: assistantOverridesSchema.nullish(),
  squadId: z.uuid().nullish(),
  squad: squadCreateSchema.nullish(),
  workflowId: z.uuid().nullish(),
  workflow: workflowCreateSchema.nullish(),
  workflowOverrides: workflowOverridesSchema.nullish(),
  /** Why nobody takes it; whatever else is given does not count. */
  error: z.string().max(4_000).nullish(),
});
export type AssistantRequestAnswer = z.infer<typeof assistantRequestAnswerSchema>;
