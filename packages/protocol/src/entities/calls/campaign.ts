import { z } from 'zod';
import { assistantOverridesSchema } from '../assistants/assistant.ts';
import { chatCustomerSchema } from '../chats/chat-customer.ts';
import { momentSchema } from '../moment.ts';
import { pageQuerySchema, storedFields } from '../page.ts';

export const campaignStatusSchema = z.enum(['scheduled', 'in-progress', 'ended']);
export type CampaignStatus = z.infer<typeof campaignStatusSchema>;

/** The published reasons; `kindling.` marks our own. */
export const campaignEndedReasonSchema = z.enum([
  'campaign.scheduled.ended-by-user',
  'campaign.in-progress.ended-by-user',
  'campaign.ended.success',
  'kindling.campaign.time-over',
  'kindling.campaign.no-call-placed',
]);
export type CampaignEndedReason = z.infer<typeof campaignEndedReasonSchema>;

export const campaignCallStatusSchema = z.enum([
  'scheduled',
  'queued',
  'in-progress',
  'ended',
  'failed',
  'cancelled',
]);
export type CampaignCallStatus = z.infer<typeof campaignCallStatusSchema>;

/** Whom to call, with the variables for each. */
export const campaignCustomerSchema = z
  .intersection(
    chatCustomerSchema,
    z.looseObject({ assistantOverrides: assistantOverridesSchema.optional() }),
  )
  .refine((customer) => Boolean(customer.number ?? customer.sipUri), {
    message: 'must name a number or a sipUri.',
    path: ['number'],
  });
export type CampaignCustomer = z.infer<typeof campaignCustomerSchema>;

export const schedulePlanSchema = z
  .object({
    earliestAt: momentSchema,
    latestAt: momentSchema.nullish(),
  })
  .refine(
    ({ earliestAt, latestAt }) => !latestAt || Date.parse(latestAt) > Date.parse(earliestAt),
    { message: 'must be after earliestAt.', path: ['latestAt'] },
  );
export type SchedulePlan = z.infer<typeof schedulePlanSchema>;

/** Customers of one campaign. */
export const CAMPAIGN_CUSTOMERS_MAX = 1_000;

const changeable = {
  assistantId: z.uuid().nullish(),
  workflowId: z.uuid().nullish(),
  phoneNumberId: z.uuid().optional(),
  schedulePlan: schedulePlanSchema.nullish(),
};
const name = z.string().min(1).max(80);

export const campaignCreateSchema = z
  .looseObject({
    ...changeable,
    name,
    phoneNumberId: z.uuid(),
    customers: z.array(campaignCustomerSchema).min(1).max(CAMPAIGN_CUSTOMERS_MAX),
  })
  .refine(({ assistantId, workflowId }) => Boolean(assistantId) !== Boolean(workflowId), {
    message: 'Give either assistantId or workflowId.',
    path: ['assistantId'],
  });
export type CampaignCreate = z.infer<typeof campaignCreateSchema>;

export const campaignUpdateSchema = z
  .strictObject({ ...changeable, name: name.optional(), status: z.literal('ended').optional() })
  .refine((form) => Object.keys(form).length > 0, 'Name at least one field to change.');
export type CampaignUpdate = z.infer<typeof campaignUpdateSchema>;

/** What came of calling one customer. */
export const campaignCallSchema = z.looseObject({
  status: campaignCallStatusSchema,
  customer: z.looseObject({}),
  /** Why it failed or was cancelled, or why the call ended. */
  reason: z.string().nullable(),
  updatedAt: z.iso.datetime(),
});
export type CampaignCall = z.infer<typeof campaignCallSchema>;

export const campaignSchema = z.looseObject({
  ...storedFields,
  ...changeable,
  name: z.string(),
  phoneNumberId: z.uuid(),
  status: campaignStatusSchema,
  endedReason: campaignEndedReasonSchema.nullish(),
  customers: z.array(z.looseObject({})),
  /** By the id of the call. */
  calls: z.record(z.uuid(), campaignCallSchema),
  callsCounterScheduled: z.number().int(),
  callsCounterQueued: z.number().int(),
  callsCounterInProgress: z.number().int(),
  callsCounterEndedVoicemail: z.number().int(),
  callsCounterEnded: z.number().int(),
  /** That could not be placed. */
  callsCounterFailed: z.number().int(),
  callsCounterCancelled: z.number().int(),
});
export type Campaign = z.infer<typeof campaignSchema>;

const narrowing = {
  id: z.uuid().optional(),
  /** The two that newer clients may ask for: none of ours is ever in them. */
  status: z.enum([...campaignStatusSchema.options, 'cancelled', 'archived']).optional(),
};
/** With any of `page`, `sortOrder`, `sortBy` or `cursor` a page is answered, without them a plain list. */
export const campaignListQuerySchema = pageQuerySchema.extend({
  ...narrowing,
  sortOrder: z.enum(['ASC', 'DESC']).optional(),
});
export const campaignPageQuerySchema = pageQuerySchema.extend(narrowing);
export type CampaignListQuery = z.infer<typeof campaignListQuerySchema>;
export type CampaignPageQuery = z.infer<typeof campaignPageQuerySchema>;
