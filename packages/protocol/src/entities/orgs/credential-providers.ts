import { z } from 'zod';

const secret = z.string().min(1).max(10_000);
const text = z.string().min(1).max(10_000);
const region = z.string().min(1).max(40);
const byKey = { apiKey: secret };
/** Elsewhere than at the provider's own address: in another region, or a server that speaks its protocol. */
const byKeyAt = {
  ...byKey,
  apiUrl: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional(),
};
/** Where a storage provider stands in the order of attempts. */
const fallbackIndex = z.number().int().min(1).optional();

const oauth2PlanSchema = z.looseObject({
  type: z.literal('oauth2'),
  url: z.url().max(2_000),
  clientId: text,
  clientSecret: secret,
  scope: z.string().max(1_000).optional(),
});

const headerName = z.string().regex(/^[\w!#$%&'*+.^`|~-]{1,100}$/, 'must be the name of a header.');

/** How requests to the organisation's server are signed. */
const hmacPlanSchema = z.looseObject({
  type: z.literal('hmac'),
  secretKey: secret,
  algorithm: z.enum(['sha256', 'sha512', 'sha1']),
  /** @default 'x-signature' */
  signatureHeader: headerName.optional(),
  /** @default 'x-timestamp' */
  timestampHeader: headerName.optional(),
  signaturePrefix: z.string().max(100).optional(),
  /** @default true */
  includeTimestamp: z.boolean().optional(),
  /** With {body}, {timestamp}, {method}, {url} and {svix-id}. @default '{timestamp}.{body}' */
  payloadFormat: z.string().max(500).optional(),
  messageIdHeader: headerName.optional(),
  /** @default 'hex' */
  signatureEncoding: z.enum(['hex', 'base64']).optional(),
  secretIsBase64: z.boolean().optional(),
});
export type HmacPlan = z.infer<typeof hmacPlanSchema>;

const gatewaySchema = z.object({
  ip: z.string().min(1).max(255),
  port: z.number().int().min(1).max(65_535).optional(),
  netmask: z.number().int().min(24).max(32).optional(),
  inboundEnabled: z.boolean().optional(),
  outboundEnabled: z.boolean().optional(),
  outboundProtocol: z.enum(['tls/srtp', 'tcp', 'tls', 'udp']).optional(),
  optionsPingEnabled: z.boolean().optional(),
});

const bucket = z.looseObject({ name: text, path: z.string().max(1_000).optional() }).optional();
const authorized = { authorizationId: text };

/** What a credential of each provider has beside its name. */
export const CREDENTIAL_FIELDS = {
  '11labs': byKeyAt,
  anthropic: byKeyAt,
  anyscale: byKey,
  'assembly-ai': byKeyAt,
  azure: {
    service: z.enum(['speech', 'blob_storage']).default('speech'),
    region: z
      .string()
      .regex(/^[a-z0-9]{1,40}$/, 'must be a region such as eastus.')
      .optional(),
    apiKey: secret.optional(),
    fallbackIndex,
    bucketPlan: z.looseObject({ connectionString: secret, containerName: text }).optional(),
  },
  'azure-openai': {
    region,
    models: z.union([text, z.array(text).max(100)]),
    openAIKey: secret,
    openAIEndpoint: text,
    ocpApimSubscriptionKey: secret.optional(),
  },
  'byo-sip-trunk': {
    gateways: z.array(gatewaySchema).min(1).max(50),
    outboundAuthenticationPlan: z
      .looseObject({ authUsername: z.string().optional(), authPassword: secret.optional() })
      .optional(),
    outboundLeadingPlusEnabled: z.boolean().optional(),
    techPrefix: z.string().max(10_000).optional(),
    sipDiversionHeader: z.string().max(10_000).optional(),
  },
  cartesia: byKeyAt,
  cerebras: byKey,
  cloudflare: { apiKey: secret.optional(), fallbackIndex, bucketPlan: bucket },
  'custom-llm': { apiKey: secret, authenticationPlan: oauth2PlanSchema.optional() },
  deepgram: { apiKey: secret, apiUrl: z.url().max(2_000).optional() },
  deepinfra: byKey,
  'deep-seek': byKey,
  gcp: {
    gcpKey: z.looseObject({ projectId: text, privateKey: secret, clientEmail: text }),
    region: region.optional(),
    fallbackIndex,
    bucketPlan: bucket,
  },
  gladia: byKey,
  gohighlevel: byKey,
  google: byKey,
  groq: byKey,
  hume: byKey,
  'inflection-ai': byKey,
  inworld: byKey,
  langfuse: { publicKey: text, apiKey: secret, apiUrl: z.url().max(2_000) },
  lmnt: byKey,
  make: {
    teamId: z.string().regex(/^\d{1,20}$/, 'must be the number of a team.'),
    region: z.string().regex(/^[a-z]{2}\d{1,2}$/, 'must be a region such as eu1.'),
    apiKey: secret,
  },
  mistral: { apiKey: z.string().min(1).max(100) },
  neuphonic: byKey,
  openai: byKeyAt,
  openrouter: byKey,
  'perplexity-ai': byKey,
  playht: { apiKey: secret, userId: text },
  'rime-ai': byKey,
  runpod: byKey,
  s3: {
    awsAccessKeyId: text,
    awsSecretAccessKey: secret,
    region,
    s3BucketName: text,
    s3PathPrefix: z.string().max(1_000),
    fallbackIndex,
  },
  'smallest-ai': byKey,
  speechmatics: byKey,
  supabase: { fallbackIndex, bucketPlan: bucket },
  tavus: byKey,
  'together-ai': byKey,
  trieve: byKey,
  twilio: {
    accountSid: text,
    authToken: secret.optional(),
    apiKey: secret.optional(),
    apiSecret: secret.optional(),
  },
  vonage: { apiKey: secret, apiSecret: secret },
  webhook: {
    authenticationPlan: z.discriminatedUnion('type', [oauth2PlanSchema, hmacPlanSchema]),
  },
  xai: byKey,
  'google.calendar.oauth2-client': {},
  'google.calendar.oauth2-authorization': authorized,
  'google.sheets.oauth2-authorization': authorized,
  'slack.oauth2-authorization': authorized,
  'ghl.oauth2-authorization': {
    authenticationSession: z.looseObject({
      accessToken: secret.optional(),
      refreshToken: secret.optional(),
      expiresAt: z.iso.datetime().optional(),
    }),
  },
} as const satisfies Record<string, z.ZodRawShape>;

export type CredentialProvider = keyof typeof CREDENTIAL_FIELDS;
export const CREDENTIAL_PROVIDERS = Object.keys(CREDENTIAL_FIELDS) as [
  CredentialProvider,
  ...CredentialProvider[],
];
