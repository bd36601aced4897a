import { z } from 'zod';
import { dailyBudgetFields } from './daily-budget.ts';
import { ROLES } from './role.ts';

/** Where webhooks of the organisation go when an assistant names no server. */
const orgServerSchema = z.looseObject({
  url: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional(),
  timeoutSeconds: z.number().min(1).max(300).optional(),
  headers: z.record(z.string().max(200), z.string().max(4_000)).optional(),
  credentialId: z.uuid().optional(),
});

/** Refused where it would promise what this server does not do. */
const notOffered = (why: string) => z.literal(false, { error: why }).optional();
const COMPLIANCE =
  'cannot be switched on here: set PATCH /retention, and leave artifactPlan.recordingEnabled off.';

const orgFields = {
  name: z.string().max(40).optional(),
  channel: z.enum(['default', 'weekly']).optional(),
  subscriptionId: z.string().max(100).optional(),
  /** Kept as given: this server bills nobody. */
  billingLimit: z.number().min(0).max(1_000).optional(),
  /** Calls of the organisation that may go on at once, within the server's own limit. */
  concurrencyLimit: z.number().int().min(1).max(10).optional(),
  ...dailyBudgetFields,
  server: orgServerSchema.nullish(),
  hipaaEnabled: notOffered(COMPLIANCE),
  compliancePlan: z
    .looseObject({ hipaaEnabled: notOffered(COMPLIANCE), pciEnabled: notOffered(COMPLIANCE) })
    .nullish(),
};

export const orgCreateSchema = z.object(orgFields);
export type OrgCreate = z.infer<typeof orgCreateSchema>;

export const orgUpdateSchema = z
  .object(orgFields)
  .refine((form) => Object.keys(form).length > 0, 'Name at least one field to change.');
export type OrgUpdate = z.infer<typeof orgUpdateSchema>;

export const orgSchema = z.looseObject({
  ...orgFields,
  id: z.uuid(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Org = z.infer<typeof orgSchema>;

/** A new organisation with its first key: a private one of an admin, shown this once. */
export const createdOrgSchema = orgSchema.extend({ privateKey: z.string() });
export type CreatedOrg = z.infer<typeof createdOrgSchema>;

/** A member of an organisation, or a person invited to it. */
export const userSchema = z.looseObject({
  id: z.uuid(),
  email: z.string(),
  fullName: z.string().optional(),
  role: z.enum(ROLES),
  /** Null: the invitation was not accepted yet. */
  acceptedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type User = z.infer<typeof userSchema>;

export const inviteSchema = z.object({
  emails: z.array(z.email().max(254)).min(1).max(100),
  role: z.enum(ROLES),
  /** A page that accepts the invitation, with `?code=` added; without it the server's own. */
  redirectTo: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional(),
});
export type Invite = z.infer<typeof inviteSchema>;

export const roleUpdateSchema = z.object({ userId: z.uuid(), role: z.enum(ROLES) });
export type RoleUpdate = z.infer<typeof roleUpdateSchema>;

export const inviteAcceptSchema = z.object({
  code: z.string().min(20).max(100),
  fullName: z.string().trim().min(1).max(100).optional(),
});
export type InviteAccept = z.infer<typeof inviteAcceptSchema>;

/** `privateKey` has the role of the invitation, and is shown this once. */
export const acceptedInviteSchema = z.object({
  orgId: z.uuid(),
  orgName: z.string(),
  user: userSchema,
  privateKey: z.string(),
});
export type AcceptedInvite = z.infer<typeof acceptedInviteSchema>;

/** A bearer for an hour, with the rights of the key that asked for it. */
export const orgAuthSchema = z.object({
  accessToken: z.string(),
  aud: z.object({ orgId: z.uuid() }),
  expiresAt: z.iso.datetime(),
});
export type OrgAuth = z.infer<typeof orgAuthSchema>;
