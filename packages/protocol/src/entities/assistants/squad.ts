import { z } from 'zod';
import { anyOf, listQuerySchema, storedFields } from '../page.ts';
import { warningSchema } from '../warning.ts';
import { assistantCreateSchema, assistantOverridesSchema } from './assistant.ts';

/** Said in the words of one language, where there are several. */
const customMessageSchema = z.looseObject({
  type: z.literal('custom-message'),
  content: z.string().max(4_000).optional(),
  contents: z
    .array(z.looseObject({ type: z.literal('text'), text: z.string().max(1_000) }))
    .max(100)
    .optional(),
});

/** What the next assistant's model receives of the conversation so far. */
export const transferModeSchema = z.enum([
  'rolling-history',
  'swap-system-message-in-history',
  'swap-system-message-in-history-and-remove-transfer-tool-messages',
  'delete-history',
]);
export type TransferMode = z.infer<typeof transferModeSchema>;

/** An assistant of the same squad that may take over. */
export const assistantDestinationSchema = z.looseObject({
  type: z.literal('assistant'),
  assistantName: z.string().min(1).max(100),
  /** Said before the other takes over; empty: nothing. @default 'Transferring the call now.' */
  message: z.union([z.string().max(4_000), customMessageSchema]).optional(),
  /** @default 'rolling-history' */
  transferMode: transferModeSchema.optional(),
  /** When to hand over. */
  description: z.string().max(20_000).optional(),
});
export type AssistantDestination = z.infer<typeof assistantDestinationSchema>;

export const squadMemberSchema = z
  .looseObject({
    assistantId: z.uuid().nullish(),
    assistant: assistantCreateSchema.optional(),
    assistantOverrides: assistantOverridesSchema.optional(),
    assistantDestinations: z.array(assistantDestinationSchema).max(50).optional(),
  })
  .refine(
    (member) => (member.assistantId ?? undefined) !== undefined || member.assistant !== undefined,
    { message: 'Give an assistantId or an assistant.', path: ['assistantId'] },
  );
export type SquadMember = z.infer<typeof squadMemberSchema>;

const squadFields = {
  name: z.string().max(100).nullish(),
  /** The first one speaks first. */
  members: z.array(squadMemberSchema).min(1).max(50),
  membersOverrides: assistantOverridesSchema.optional(),
};

export const squadCreateSchema = z.looseObject(squadFields);
export type SquadCreate = z.infer<typeof squadCreateSchema>;

export const squadUpdateSchema = z
  .looseObject({ ...squadFields, members: squadFields.members.optional() })
  .refine((form) => Object.keys(form).length > 0, 'Name at least one field to change.');
export type SquadUpdate = z.infer<typeof squadUpdateSchema>;

export const squadSchema = z.looseObject({
  ...squadFields,
  ...storedFields,
  /** Where it was just stored: what of it does not act here as it says. */
  warnings: z.array(warningSchema).optional(),
});
export type Squad = z.infer<typeof squadSchema>;

export const squadListQuerySchema = listQuerySchema.extend({ idAny: anyOf(z.uuid()).optional() });
