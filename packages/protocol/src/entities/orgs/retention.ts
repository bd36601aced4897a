import { z } from 'zod';

const days = z.number().int().min(1).max(36_500).nullable();

/** After how many days it is deleted; null: when the server's `defaults` say. */
export const retentionSchema = z.object({
  /** What was said in calls, chats and sessions; the record of the call is kept. */
  transcriptDays: days,
  recordingDays: days,
  logDays: days,
  /** What the server does where nothing is set; null: it keeps everything. Given, not set. */
  defaults: z.object({ transcriptDays: days, recordingDays: days, logDays: days }),
  /** Null: never set. */
  updatedAt: z.iso.datetime().nullable(),
});
export type Retention = z.infer<typeof retentionSchema>;

export const retentionUpdateSchema = retentionSchema
  .omit({ defaults: true, updatedAt: true })
  .partial()
  .refine((form) => Object.keys(form).length > 0, 'Name at least one field to change.');
export type RetentionUpdate = z.infer<typeof retentionUpdateSchema>;
