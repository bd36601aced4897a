import { z } from 'zod';
import { listQuerySchema, storedFields } from '../page.ts';

/** What is said of a file in lists: at most so many characters. */
const nameSchema = z.string().min(1).max(40);

const metadataSchema = z.record(z.string().max(100), z.unknown());

/** `failed`: it is kept, but no text could be read from it; `failureReason` says why. */
const fileStatusSchema = z.enum(['processing', 'done', 'failed']);
export type FileStatus = z.infer<typeof fileStatusSchema>;

/** A form with the file itself; its type is determined from its name and content. */
export const fileCreateSchema = z.object({
  file: z.file('Send the file itself, as the form field “file”.'),
  /** @default the file's own name, shortened */
  name: nameSchema.optional(),
  purpose: z.string().max(100).optional(),
  /** An object, written as JSON: a form holds text. */
  metadata: z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue('must be an object written as JSON.');
        return z.NEVER;
      }
    })
    .pipe(metadataSchema)
    .optional(),
});
export type FileCreate = z.infer<typeof fileCreateSchema>;

/** What a file is, only its upload says: other fields are left out. */
export const fileUpdateSchema = z
  .object({
    name: nameSchema.optional(),
    metadata: metadataSchema.optional(),
  })
  .refine((form) => Object.keys(form).length > 0, 'Name at least one field to change.');
export type FileUpdate = z.infer<typeof fileUpdateSchema>;

/** A file may have at most this many bytes. */
export const FILE_MAX_BYTES = 20 * 1_024 ** 2;

export const fileSchema = z.object({
  object: z.literal('file'),
  status: fileStatusSchema,
  name: z.string(),
  /** As it was called where it came from. */
  originalName: z.string(),
  bytes: z.number().int(),
  mimetype: z.string(),
  /** Of its content in the store. */
  key: z.string(),
  purpose: z.string().optional(),
  /** SHA-256 of the content, hex. */
  sha256: z.string(),
  /** Where the content is read, with a key that may read files. */
  url: z.url(),
  /** Where its text is read; absent when there is none. */
  parsedTextUrl: z.url().optional(),
  parsedTextBytes: z.number().int().optional(),
  /** Whether its text was too long and only the beginning was kept. */
  parsedTextTruncated: z.boolean().optional(),
  failureReason: z.string().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  ...storedFields,
});
export type StoredFile = z.infer<typeof fileSchema>;

export const fileListQuerySchema = listQuerySchema.extend({
  purpose: z.string().max(100).optional(),
});
export type FileListQuery = z.infer<typeof fileListQuerySchema>;
