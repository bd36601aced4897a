import { z } from 'zod';
import { storedFields } from '../page.ts';
import {
  CREDENTIAL_FIELDS,
  CREDENTIAL_PROVIDERS,
  type CredentialProvider,
} from './credential-providers.ts';

const name = z.string().min(1).max(40);

/** What any credential is, as far as a program can know before it looks at the provider. */
export interface CredentialCreate {
  readonly provider: CredentialProvider;
  readonly name?: string | undefined;
  readonly [field: string]: unknown;
}

const forms = CREDENTIAL_PROVIDERS.map((provider) =>
  z.looseObject({
    provider: z.literal(provider),
    name: name.optional(),
    ...(CREDENTIAL_FIELDS[provider] as z.ZodRawShape),
  }),
);
type Form = (typeof forms)[number];

/** Access to a provider. The secrets of it come in with this form, and are never answered. */
export const credentialCreateSchema: z.ZodType<CredentialCreate> = z.discriminatedUnion(
  'provider',
  forms as [Form, ...Form[]],
) as unknown as z.ZodType<CredentialCreate>;

/** The named fields are changed; a provider may be repeated, not changed. Null takes a field away. */
export const credentialUpdateSchema = z
  .looseObject({
    provider: z.enum(CREDENTIAL_PROVIDERS).optional(),
    name: name.nullish(),
  })
  .refine((form) => Object.keys(form).length > 0, 'Name at least one field to change.');
export type CredentialUpdate = z.infer<typeof credentialUpdateSchema>;

export const credentialSchema = z.looseObject({
  provider: z.enum(CREDENTIAL_PROVIDERS),
  name: name.optional(),
  ...storedFields,
});
export type Credential = z.infer<typeof credentialSchema>;

/** Providers whose access people grant on a page of theirs. */
export const CONNECTED_PROVIDERS = [
  'google.calendar.oauth2-client',
  'google.calendar.oauth2-authorization',
  'google.sheets.oauth2-authorization',
  'slack.oauth2-authorization',
] as const satisfies readonly CredentialProvider[];
export type ConnectedProvider = (typeof CONNECTED_PROVIDERS)[number];

export const credentialSessionRequestSchema = z.looseObject({
  provider: z.enum(CONNECTED_PROVIDERS),
});
export const credentialSessionSchema = z.looseObject({ sessionToken: z.string() });

const line = z.string().max(500);

/** What a connection service sends once access was granted or denied. */
export const credentialWebhookSchema = z.looseObject({
  type: z.enum(['auth', 'sync', 'forward']),
  operation: z.enum(['creation', 'override', 'refresh']),
  from: line,
  connectionId: z.string().min(1).max(500),
  authMode: z.enum(['OAUTH2', 'API_KEY', 'BASIC']),
  providerConfigKey: line,
  provider: line,
  environment: line,
  success: z.boolean(),
  /** `endUserId` is the session token that the connection was begun with. */
  endUser: z.looseObject({ endUserId: z.string().max(4_000), organizationId: line }),
  error: z.looseObject({ type: line, description: z.string().max(5_000) }).optional(),
});
export type CredentialWebhook = z.infer<typeof credentialWebhookSchema>;

export const credentialActionSchema = z.looseObject({
  action_name: z.string().min(1).max(200),
  input: z.record(z.string(), z.unknown()),
});
export type CredentialAction = z.infer<typeof credentialActionSchema>;
