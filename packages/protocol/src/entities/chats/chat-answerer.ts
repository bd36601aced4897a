import { z } from 'zod';
import { assistantCreateSchema } from '../assistants/assistant.ts';

/** Who answers a chat, or those of a session; one of them. */
export const chatAnswererFields = {
  assistantId: z.uuid().nullish(),
  assistant: assistantCreateSchema.nullish(),
  squadId: z.uuid().nullish(),
  squad: z.looseObject({}).nullish(),
  workflowId: z.uuid().nullish(),
  workflow: z.looseObject({}).nullish(),
};

/** Their names; of two that are given the later one is refused. */
export const CHAT_ANSWERERS = [
  'assistantId',
  'assistant',
  'squadId',
  'squad',
  'workflowId',
  'workflow',
] as const satisfies readonly (keyof typeof chatAnswererFields)[];
