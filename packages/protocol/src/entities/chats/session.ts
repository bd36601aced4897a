import { z } from 'zod';
import { outputArtifactFields } from '../assistants/structured-output.ts';
import { anyOf, pageQuerySchema, storedFields } from '../page.ts';
import { chatAnswererFields } from './chat-answerer.ts';
import { chatCustomerSchema } from './chat-customer.ts';
import { chatMessageSchema } from './chat-message.ts';

export const sessionStatusSchema = z.enum(['active', 'completed']);
export type SessionStatus = z.infer<typeof sessionStatusSchema>;

const changeable = {
  name: z.string().max(40).nullish(),
  /** A completed one takes no more chats and calls. */
  status: sessionStatusSchema.optional(),
  /** From when it is set, in seconds. @default 86400 */
  expirationSeconds: z.number().int().min(60).max(2_592_000).optional(),
  messages: z.array(chatMessageSchema).max(1_000).optional(),
};

const sessionFields = {
  ...changeable,
  /** An assistant is left aside when there is an assistantId. */
  ...chatAnswererFields,
  customer: chatCustomerSchema.nullish(),
  phoneNumberId: z.uuid().nullish(),
  phoneNumber: z.looseObject({}).nullish(),
};

/** Several chats and calls with one memory. */
export const sessionCreateSchema = z.looseObject(sessionFields);
export type SessionCreate = z.infer<typeof sessionCreateSchema>;

export const sessionUpdateSchema = z
  .strictObject(changeable)
  .refine((form) => Object.keys(form).length > 0, 'Name at least one field to change.');
export type SessionUpdate = z.infer<typeof sessionUpdateSchema>;

export const sessionSchema = z.looseObject({
  ...sessionFields,
  ...storedFields,
  status: sessionStatusSchema,
  expirationSeconds: z.number().int(),
  messages: z.array(chatMessageSchema),
  /** Who took over since the session began, in order: names as handoffs give them. */
  handoffs: z.array(z.string()).optional(),
  /** What was taken down of it, once it was set to completed. */
  artifact: z.looseObject(outputArtifactFields).nullish(),
});
export type Session = z.infer<typeof sessionSchema>;

const ofCustomer = (max: number) => z.string().max(max).optional();

/** `number` to `externalId` are the customer's. */
export const sessionListQuerySchema = pageQuerySchema.extend({
  id: z.uuid().optional(),
  idAny: anyOf(z.uuid()).optional(),
  name: z.string().max(40).optional(),
  assistantId: z.uuid().optional(),
  assistantIdAny: anyOf(z.uuid()).optional(),
  squadId: z.uuid().optional(),
  workflowId: z.uuid().optional(),
  phoneNumberId: z.uuid().optional(),
  phoneNumberIdAny: anyOf(z.uuid()).optional(),
  number: ofCustomer(40),
  customerNumberAny: anyOf(z.string().max(40)).optional(),
  extension: ofCustomer(10),
  sipUri: ofCustomer(1_000),
  email: ofCustomer(40),
  externalId: ofCustomer(40),
});
export type SessionListQuery = z.infer<typeof sessionListQuerySchema>;
