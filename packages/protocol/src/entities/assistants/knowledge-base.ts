import { z } from 'zod';
import { storedFields } from '../page.ts';
import { serverSchema } from '../server.ts';

const nameSchema = z.string().min(1).max(100);
const fileIdsSchema = z.array(z.uuid()).max(100);

/** How passages are looked for. Words are compared, rare ones count more (BM25). */
const searchPlanSchema = z.looseObject({
  /** Passages given to the model. @default 5 */
  topK: z.number().int().min(1).max(50).optional(),
  removeStopWords: z.boolean().optional(),
  /** Passages less alike than this, 0 to 1, are left out. @default 0 */
  scoreThreshold: z.number().min(0).max(1).optional(),
  searchType: z.enum(['fulltext', 'semantic', 'hybrid', 'bm25']).optional(),
});
export type SearchPlan = z.infer<typeof searchPlanSchema>;

/** Where a knowledge base of one's own is asked. */
const knowledgeServerSchema = serverSchema.extend({ url: serverSchema.shape.url.unwrap() });

const trievePlanSchema = z.discriminatedUnion('type', [
  z.looseObject({
    type: z.literal('create'),
    chunkPlans: z
      .array(
        z.looseObject({
          fileIds: fileIdsSchema.optional(),
          websites: z.array(z.string().max(2_000)).max(100).optional(),
        }),
      )
      .max(20),
  }),
  z.looseObject({ type: z.literal('import'), providerId: z.string().max(200) }),
]);

const kindlingFields = {
  provider: z.literal('kindling'),
  name: nameSchema.optional(),
  description: z.string().max(5_000).optional(),
  /** Uploaded files that are searched. */
  fileIds: fileIdsSchema,
  searchPlan: searchPlanSchema.optional(),
  /**
   * Of the guide: whether it answers from these files and small talk alone, or knows Kindling too.
   * @default 'replace'
   */
  mode: z.enum(['replace', 'extend']).optional(),
};
const trieveFields = {
  provider: z.literal('trieve'),
  name: nameSchema.optional(),
  searchPlan: searchPlanSchema.optional(),
  createPlan: trievePlanSchema.optional(),
};
const customFields = {
  provider: z.literal('custom-knowledge-base'),
  name: nameSchema.optional(),
  server: knowledgeServerSchema,
};

/**
 * `kindling`: files, searched on this server. `trieve`: the same, as that provider's customers
 * write it. `custom-knowledge-base`: a server of one's own.
 */
export const knowledgeBaseCreateSchema = z.discriminatedUnion('provider', [
  z.looseObject(kindlingFields),
  z.looseObject(trieveFields),
  z.looseObject(customFields),
]);
export type KnowledgeBaseCreate = z.infer<typeof knowledgeBaseCreateSchema>;

/** Of the compiler, which tells them apart by it: any provider that is not searched here. */
type OtherKnowledgeProvider = 'other';

const KNOWN_PROVIDERS: readonly unknown[] = ['kindling', 'trieve', 'custom-knowledge-base'];

/** Of an assistant: one that is searched elsewhere is kept, and not searched here. */
export const assistantKnowledgeSchema = z.union([
  knowledgeBaseCreateSchema,
  z.looseObject({
    provider: z
      .string()
      .min(1)
      .max(100)
      .refine((provider) => !KNOWN_PROVIDERS.includes(provider), {
        abort: true,
      }) as unknown as z.ZodType<OtherKnowledgeProvider, OtherKnowledgeProvider>,
  }),
]);

/** The provider may be left out; it cannot be changed. */
export const knowledgeBaseUpdateSchema = z
  .looseObject({
    provider: z.enum(['kindling', 'trieve', 'custom-knowledge-base']).optional(),
    name: nameSchema.nullish(),
    description: z.string().max(5_000).nullish(),
    fileIds: fileIdsSchema.optional(),
    searchPlan: searchPlanSchema.nullish(),
    mode: z.enum(['replace', 'extend']).nullish(),
    createPlan: trievePlanSchema.nullish(),
    server: knowledgeServerSchema.optional(),
  })
  .refine((form) => Object.keys(form).length > 0, 'Name at least one field to change.');
export type KnowledgeBaseUpdate = z.infer<typeof knowledgeBaseUpdateSchema>;

export const knowledgeBaseSchema = z.discriminatedUnion('provider', [
  z.looseObject({ ...kindlingFields, ...storedFields }),
  z.looseObject({ ...trieveFields, ...storedFields }),
  z.looseObject({ ...customFields, ...storedFields }),
]);
export type KnowledgeBase = z.infer<typeof knowledgeBaseSchema>;

/** What a knowledge base of one's own answers to `knowledge-base-request`: the words to say as they are, or passages for the model. */
export const knowledgeBaseAnswerSchema = z.looseObject({
  message: z.looseObject({ content: z.string().max(10_000) }).nullish(),
  documents: z
    .array(
      z.looseObject({
        content: z.string().max(20_000),
        similarity: z.number().optional(),
        uuid: z.string().max(200).optional(),
      }),
    )
    .max(50)
    .nullish(),
});
export type KnowledgeBaseAnswer = z.infer<typeof knowledgeBaseAnswerSchema>;
