import { z } from 'zod';
import { anyOf, listQuerySchema, pageQuerySchema } from '../page.ts';
import { callSchema } from './call.ts';

export const callListQuerySchema = listQuerySchema.extend({
  id: z.uuid().optional(),
  assistantId: z.uuid().optional(),
  phoneNumberId: z.uuid().optional(),
});
export type CallListQuery = z.infer<typeof callListQuerySchema>;

const amount = z.coerce.number().min(0).max(1_000_000).optional();
const ofCustomer = (max: number) => z.string().max(max).optional();

/** What paginated lists and exports of calls can be narrowed by; those of a person, by the call's customer. */
const callFilters = {
  id: z.uuid().optional(),
  idAny: anyOf(z.uuid()).optional(),
  assistantId: z.uuid().optional(),
  phoneNumberId: z.uuid().optional(),
  cost: amount,
  costGe: amount,
  costLe: amount,
  successEvaluation: z.string().max(1_000).optional(),
  endedReason: z.string().max(1_000).optional(),
  number: ofCustomer(40),
  extension: ofCustomer(10),
  sipUri: ofCustomer(1_000),
  name: ofCustomer(40),
  email: ofCustomer(40),
  externalId: ofCustomer(40),
  /** Taken for the sake of published clients: a number is compared as it is given. */
  numberE164CheckEnabled: z.enum(['true', 'false']).optional(),
};

export const callPageQuerySchema = pageQuerySchema.extend(callFilters);
export type CallPageQuery = z.infer<typeof callPageQuerySchema>;

export const CALL_EXPORT_COLUMNS = [
  'id',
  'assistantId',
  'squadId',
  'customerId',
  'customerName',
  'customerNumber',
  'customerSipUri',
  'customerExtension',
  'phoneNumberId',
  'endedReason',
  'type',
  'duration',
  'startedAt',
  'endedAt',
  'transcript',
  'summary',
  'successEvaluation',
  'recordingUrl',
  'cost',
  'phoneCallProvider',
  'phoneCallProviderId',
  'createdAt',
  'updatedAt',
] as const;
export type CallExportColumn = (typeof CALL_EXPORT_COLUMNS)[number];

export const callExportQuerySchema = pageQuerySchema.omit({ cursor: true }).extend({
  ...callFilters,
  /** In this order. @default all */
  columns: anyOf(z.enum(CALL_EXPORT_COLUMNS), CALL_EXPORT_COLUMNS.length).default([
    ...CALL_EXPORT_COLUMNS,
  ]),
  /** Without it: every call that fits. */
  limit: z.coerce.number().int().min(0).max(1_000).optional(),
  /** Taken for the sake of published clients: the list is sent while it is read, nobody waits. */
  async: z.enum(['true', 'false']).optional(),
});
export type CallExportQuery = z.infer<typeof callExportQuerySchema>;

/** A call without anything that was said. */
export const callMetadataSchema = callSchema.omit({
  messages: true,
  artifact: true,
  assistant: true,
  assistantOverrides: true,
});
export type CallMetadata = z.infer<typeof callMetadataSchema>;
