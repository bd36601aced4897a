import { z } from 'zod';
import { pageQuerySchema, storedFields } from '../page.ts';
import { serverSchema } from '../server.ts';

const text = (max: number) => z.string().max(max);
const E164 = /^\+[1-9]\d{1,14}$/;
const DIALLABLE = /^\+?[a-zA-Z0-9]+$/;
const NOT_E164 = 'must be written as +14155551234.';
const NOT_DIALLABLE = 'may hold letters and digits only.';

const PHONE_PROVIDERS = ['byo-phone-number', 'twilio', 'vonage', 'vapi', 'telnyx'] as const;
const phoneProviderSchema = z.enum(PHONE_PROVIDERS);
export type PhoneProvider = z.infer<typeof phoneProviderSchema>;

/** Who answers, and what the number is called. */
const answering = {
  name: text(40).nullish(),
  assistantId: z.uuid().nullish(),
  squadId: z.uuid().nullish(),
  workflowId: z.uuid().nullish(),
  fallbackDestination: z.looseObject({}).nullish(),
  hooks: z.array(z.looseObject({})).max(20).nullish(),
  /** Asked who answers where none of the three is named; without it the organisation's is. */
  server: serverSchema.nullish(),
};

/** Kept sealed and never answered. */
const secrets = {
  twilioAuthToken: text(200).min(1).optional(),
  twilioApiSecret: text(200).min(1).optional(),
  authentication: z
    .looseObject({ realm: text(253).optional(), username: text(40), password: text(40) })
    .optional(),
};
export const PHONE_NUMBER_SECRETS = Object.keys(secrets) as readonly (keyof typeof secrets)[];

const carrier = {
  number: text(40).min(3).optional(),
  /** False: numbers of one's own trunk that are not international ones. @default true */
  numberE164CheckEnabled: z.boolean().optional(),
  credentialId: z.uuid().optional(),
  sipUri: text(1_000)
    .regex(/^sips?:[^\s@]+@[^\s@]+$/, 'must be written as sip:name@host.')
    .optional(),
  numberDesiredAreaCode: text(3).min(3).optional(),
  smsEnabled: z.boolean().optional(),
  twilioAccountSid: text(100).min(1).optional(),
  twilioApiKey: text(200).min(1).optional(),
  ...secrets,
};

type Form = {
  readonly provider: PhoneProvider;
  readonly number?: string | undefined;
  readonly numberE164CheckEnabled?: boolean | undefined;
  readonly [field: string]: unknown;
};

const NEEDED = {
  'byo-phone-number': ['credentialId'],
  twilio: ['number', 'twilioAccountSid'],
  vonage: ['number', 'credentialId'],
  vapi: [],
  telnyx: ['number', 'credentialId'],
} as const satisfies Record<PhoneProvider, readonly string[]>;

export const phoneNumberCreateSchema = z
  .looseObject({ provider: phoneProviderSchema, ...answering, ...carrier })
  .superRefine((form: Form, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    for (const field of NEEDED[form.provider])
      if (form[field] === undefined) refuse(field, `is needed for ${form.provider}.`);
    const checked = form.provider !== 'byo-phone-number' || form.numberE164CheckEnabled !== false;
    if (form.number !== undefined && !(checked ? E164 : DIALLABLE).test(form.number))
      refuse('number', checked ? NOT_E164 : NOT_DIALLABLE);
    if (form.provider === 'twilio' && !hasTwilioKey(form))
      refuse('twilioAuthToken', 'is needed, or twilioApiKey and twilioApiSecret.');
  });
export type PhoneNumberCreate = z.infer<typeof phoneNumberCreateSchema>;

function hasTwilioKey(form: { readonly [field: string]: unknown }): boolean {
  if (form.twilioAuthToken !== undefined) return true;
  return form.twilioApiKey !== undefined && form.twilioApiSecret !== undefined;
}

export const phoneNumberUpdateSchema = z
  .looseObject({ provider: phoneProviderSchema.optional(), ...answering, ...carrier })
  .refine((form) => Object.keys(form).length > 0, 'Name at least one field to change.');
export type PhoneNumberUpdate = z.infer<typeof phoneNumberUpdateSchema>;

/** The older way to give a number of Twilio. */
export const twilioImportSchema = z
  .looseObject({
    ...answering,
    twilioPhoneNumber: z.string().regex(E164, NOT_E164),
    twilioAccountSid: text(100).min(1),
    twilioApiKey: text(200).min(1).optional(),
    smsEnabled: z.boolean().optional(),
    twilioAuthToken: secrets.twilioAuthToken,
    twilioApiSecret: secrets.twilioApiSecret,
  })
  .refine(hasTwilioKey, {
    message: 'is needed, or twilioApiKey and twilioApiSecret.',
    path: ['twilioAuthToken'],
  });

/** The older way to give a number of Vonage. */
export const vonageImportSchema = z.looseObject({
  ...answering,
  vonagePhoneNumber: z.string().regex(E164, NOT_E164),
  credentialId: z.uuid(),
});

export const phoneNumberSchema = z.looseObject({
  ...storedFields,
  ...answering,
  provider: phoneProviderSchema,
  /** `activating`: kept, and rings once this server has telephony. */
  status: z.enum(['active', 'activating', 'blocked']),
  number: text(40).optional(),
});
export type PhoneNumber = z.infer<typeof phoneNumberSchema>;

/** `search`: a part of the name, the number or the SIP address, in any case. */
export const phoneNumberPageQuerySchema = pageQuerySchema.extend({
  search: z.string().max(100).optional(),
});
export type PhoneNumberPageQuery = z.infer<typeof phoneNumberPageQuerySchema>;
