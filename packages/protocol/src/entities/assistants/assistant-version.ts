import { z } from 'zod';
import { pageOf } from '../page.ts';
import { assistantCreateSchema } from './assistant.ts';

/** What an assistant was from one change to the next. */
export const assistantVersionSchema = z.object({
  id: z.uuid(),
  orgId: z.uuid(),
  assistantId: z.uuid(),
  /** From 1; the highest is the assistant as it is. */
  version: z.number().int(),
  assistant: assistantCreateSchema,
  /** When the assistant became so. */
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type AssistantVersion = z.infer<typeof assistantVersionSchema>;

const placeSchema = (name: string) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be the ${name} of an answer.`)
    .optional();

export const assistantVersionQuerySchema = z.strictObject({
  limit: z.coerce.number().int().min(0).max(1_000).default(100),
  page: z.coerce.number().int().min(1).max(1_000_000).optional(),
  /** `nextPageState` of the answer before. */
  pageState: placeSchema('nextPageState'),
  /** The same as other lists have it: `metadata.nextCursor` of the answer before. */
  cursor: placeSchema('metadata.nextCursor'),
});
export type AssistantVersionQuery = z.infer<typeof assistantVersionQuerySchema>;

/** Newest first. */
export const assistantVersionPageSchema = pageOf(assistantVersionSchema).extend({
  /** Left out on the last page. */
  nextPageState: z.string().optional(),
});
export type AssistantVersionPage = z.infer<typeof assistantVersionPageSchema>;
