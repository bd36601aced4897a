import { z } from 'zod';
import { pageQuerySchema } from '../page.ts';

const logTypeSchema = z.enum(['API', 'Webhook', 'Call', 'Provider']);
const line = z.string().max(200);

/** What logs are narrowed by, when they are read and when they are deleted. */
const logFilters = {
  type: logTypeSchema.optional(),
  assistantId: z.uuid().optional(),
  phoneNumberId: z.uuid().optional(),
  customerId: line.optional(),
  squadId: z.uuid().optional(),
  callId: z.uuid().optional(),
};

export const logListQuerySchema = pageQuerySchema.extend({
  ...logFilters,
  webhookType: line.optional(),
  resource: line.optional(),
});
export type LogListQuery = z.infer<typeof logListQuerySchema>;

/** A filter that is misspelt would delete everything: it is refused. */
export const logDeleteQuerySchema = z.strictObject(logFilters);
export type LogDeleteQuery = z.infer<typeof logDeleteQuerySchema>;

export const callLogListQuerySchema = pageQuerySchema.extend({ callId: z.uuid() });
export const callLogDeleteQuerySchema = z.strictObject({ callId: z.uuid() });

/** Something that happened. What was said, and keys, are never in it. */
export const logSchema = z.looseObject({
  time: z.iso.datetime(),
  orgId: z.uuid(),
  type: logTypeSchema,
  webhookType: z.string().optional(),
  resource: z.string().optional(),
  requestDurationSeconds: z.number().min(0).optional(),
  requestStartedAt: z.iso.datetime().optional(),
  requestFinishedAt: z.iso.datetime().optional(),
  requestHttpMethod: z.string().optional(),
  requestPath: z.string().optional(),
  requestQuery: z.string().optional(),
  responseHttpCode: z.number().int().optional(),
  /** Of requests with private keys: visitors come with public ones. */
  requestIpAddress: z.string().optional(),
  requestOrigin: z.string().optional(),
  error: z.object({ message: z.string() }).optional(),
  assistantId: z.uuid().optional(),
  phoneNumberId: z.uuid().optional(),
  customerId: z.string().optional(),
  squadId: z.uuid().optional(),
  callId: z.uuid().optional(),
});
export type Log = z.infer<typeof logSchema>;

/** One line of a call's log. */
export const callLogSchema = z.looseObject({
  callId: z.uuid(),
  orgId: z.uuid(),
  log: z.string(),
  level: z.enum(['INFO', 'LOG', 'WARN', 'ERROR', 'CHECKPOINT']),
  time: z.iso.datetime(),
});
export type CallLog = z.infer<typeof callLogSchema>;

export const logsDeletedSchema = z.object({ deleted: z.number().int() });
