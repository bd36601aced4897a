import { z } from 'zod';
import { listQuerySchema, storedFields } from '../page.ts';

const line = z.string().max(1_000);

const setupSchema = z.looseObject({
  title: line,
  description: z.string().max(5_000).optional(),
  videoUrl: line.optional(),
  docsUrl: line.optional(),
});

const templateFields = {
  type: z.literal('tool').default('tool'),
  name: z.string().max(40).optional(),
  /** The tool that is made from it. */
  details: z.looseObject({ type: z.string().min(1).max(100) }).optional(),
  providerDetails: z
    .looseObject({
      type: z.string().min(1).max(100),
      templateUrl: line.optional(),
      setupInstructions: z.array(setupSchema).max(100).optional(),
    })
    .optional(),
  metadata: z
    .looseObject({
      collectionType: line.optional(),
      collectionId: line.optional(),
      collectionName: line.optional(),
    })
    .optional(),
  visibility: z.enum(['public', 'private']).default('private'),
  provider: z.enum(['make', 'gohighlevel', 'function']).optional(),
  /** Whether `GET /template/pinned` shows it. */
  pinned: z.boolean().optional(),
};

export const templateFormSchema = z.looseObject(templateFields);
/** One template, or up to a hundred that are stored together or not at all. */
export const templateCreateSchema = z.union([
  templateFormSchema,
  z.array(templateFormSchema).min(1).max(100),
]);

export const templateUpdateSchema = z
  .looseObject({
    ...templateFields,
    type: z.literal('tool').optional(),
    visibility: z.enum(['public', 'private']).optional(),
  })
  .refine((form) => Object.keys(form).length > 0, 'Name at least one field to change.');

export const templateSchema = z.looseObject({ ...templateFields, ...storedFields });

export const templateListQuerySchema = listQuerySchema.extend({
  collectionId: line.optional(),
  visibility: z.enum(['public', 'private']).optional(),
  provider: z.enum(['make', 'gohighlevel', 'function']).optional(),
});
