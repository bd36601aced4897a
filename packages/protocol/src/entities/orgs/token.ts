import { z } from 'zod';
import { storedFields } from '../page.ts';
import { dailyBudgetFields } from './daily-budget.ts';
import { ROLES } from './role.ts';

const origin = z
  .string()
  .max(300)
  .refine(
    (text) => URL.canParse(text) && new URL(text).origin === text,
    'must be an origin such as https://school.example.',
  );

/** What a key may be used for. Origins and assistants matter to public keys alone. */
export const tokenRestrictionsSchema = z.object({
  /** False switches the key off until it is true again. */
  enabled: z.boolean().optional(),
  /** Beside the server's own. @default none */
  allowedOrigins: z.array(origin).max(100).optional(),
  /** @default every assistant of the organisation */
  allowedAssistantIds: z.array(z.uuid()).max(100).optional(),
  /** Whether a page may bring an assistant of its own. @default false */
  allowTransientAssistant: z.boolean().optional(),
  /** Whose models such an assistant may use beside `kindling`, at the organisation's cost. @default none */
  allowedModelProviders: z.array(z.string().min(1).max(40)).max(20).optional(),
  ...dailyBudgetFields,
});
export type TokenRestrictions = z.infer<typeof tokenRestrictionsSchema>;

const tokenFields = {
  tag: z.enum(['private', 'public']).optional(),
  name: z.string().max(40).optional(),
  restrictions: tokenRestrictionsSchema.optional(),
  /** Of a private key. */
  role: z.enum(ROLES).optional(),
  /** From then on it opens nothing; null: never. */
  expiresAt: z.iso.datetime().nullish(),
};

/** A private key with the role admin unless said otherwise. */
export const tokenCreateSchema = z.object(tokenFields);
export type TokenCreate = z.infer<typeof tokenCreateSchema>;

export const tokenUpdateSchema = z
  .object(tokenFields)
  .refine((form) => Object.keys(form).length > 0, 'Name at least one field to change.');
export type TokenUpdate = z.infer<typeof tokenUpdateSchema>;

export const tokenSchema = z.looseObject({
  ...storedFields,
  tag: z.enum(['private', 'public']),
  name: z.string(),
  /** Whole for public keys, and once, in the answer that creates it, for private ones. */
  value: z.string(),
  restrictions: tokenRestrictionsSchema,
  role: z.enum(ROLES).optional(),
  /** The person whose key it is; null: the organisation's own. */
  userId: z.uuid().nullable(),
  expiresAt: z.iso.datetime().nullable(),
});
export type ApiToken = z.infer<typeof tokenSchema>;
