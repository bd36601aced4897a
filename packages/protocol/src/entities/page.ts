import { z } from 'zod';

// The database counts no year 0.
const moment = z.iso
  .datetime()
  .refine((text) => !text.startsWith('0000'), 'must be after the year 0.')
  .optional();

/**
 * What every list can be narrowed by: times of creation and of the last change. Strict, here and in
 * all that extend it: a misspelt filter would answer everything.
 */
export const listQuerySchema = z.strictObject({
  limit: z.coerce.number().int().min(0).max(1_000).default(100).describe('Rows to answer at most.'),
  createdAtGt: moment,
  createdAtLt: moment,
  createdAtGe: moment,
  createdAtLe: moment,
  updatedAtGt: moment,
  updatedAtLt: moment,
  updatedAtGe: moment,
  updatedAtLe: moment,
});
export type ListQuery = z.infer<typeof listQuerySchema>;

/**
 * A list in pages. `page` counts from 1 and moves when something is added meanwhile; `cursor`, from
 * the answer before, does not.
 */
export const pageQuerySchema = listQuerySchema.extend({
  page: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .optional()
    .describe('Counted from 1. Rows move between pages when some are added or deleted meanwhile.'),
  sortOrder: z.enum(['ASC', 'DESC']).default('DESC'),
  /** Taken for the sake of published clients: there is one order, and nothing else is indexed. */
  sortBy: z
    .literal('createdAt', { error: 'must be createdAt: lists are sorted by that only.' })
    .optional(),
  cursor: z
    .string()
    .max(200)
    .optional()
    .describe(
      'The `metadata.nextCursor` of the page before, with the same filters and sortOrder: answers the rows behind it, each exactly once, whatever is added or deleted meanwhile. It never expires, and `page` does not count beside it. `nextCursor` is null on the last page. One that no list answered is refused with 400.',
    ),
});
export type PageQuery = z.infer<typeof pageQuerySchema>;

export const pageMetadataSchema = z.object({
  itemsPerPage: z.number().int(),
  totalItems: z.number().int(),
  currentPage: z.number().int(),
  /** Of the next page; null on the last one. */
  nextCursor: z.string().nullable(),
});

/**
 * A filter that fits any of several values: repeated (`idAny=…&idAny=…`) or separated by commas, as
 * generations of published clients send it.
 */
export const anyOf = <T extends z.ZodType<unknown, string>>(one: T, max = 1_000) =>
  z.union([z.string(), z.array(z.string())]).transform((given, context): z.output<T>[] => {
    const texts = [given].flat().flatMap((text) => text.split(','));
    const parsed = z.array(one).min(1).max(max).safeParse(texts);
    if (parsed.success) return parsed.data;
    // Without a place in the list: in a query there is one field, by its name.
    for (const { message } of parsed.error.issues.slice(0, 1)) context.addIssue(message);
    return z.NEVER;
  });

/** One page of `item`s, as every paginated list answers. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ results: z.array(item), metadata: pageMetadataSchema });
export interface Page<T> {
  readonly results: T[];
  readonly metadata: z.infer<typeof pageMetadataSchema>;
}

/** What the server adds to every stored thing. */
export const storedFields = {
  id: z.uuid(),
  orgId: z.uuid(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
};
export interface Stored {
  readonly id: string;
  readonly orgId: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}
