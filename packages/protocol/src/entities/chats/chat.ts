import { z } from 'zod';
import { errorBodySchema } from '../../errors.ts';
import { assistantOverridesSchema } from '../assistants/assistant.ts';
import { noticeAcceptanceSchema } from '../notice-acceptance.ts';
import { anyOf, pageQuerySchema, storedFields } from '../page.ts';
import { warningSchema } from '../warning.ts';
import { CHAT_ANSWERERS, chatAnswererFields } from './chat-answerer.ts';
import { chatCustomerSchema } from './chat-customer.ts';
import { chatInputSchema, chatMessageSchema } from './chat-message.ts';

/** Of a page, which may set template variables alone. */
export const chatOverridesSchema = z.strictObject(
  { variableValues: z.record(z.string().max(100), z.unknown()).optional() },
  { error: 'may hold variableValues only: in a chat of a page nothing else can be changed.' },
);

const chatFields = {
  ...chatAnswererFields,
  /** As those of a call. */
  assistantOverrides: assistantOverridesSchema.nullish(),
  name: z.string().max(40).nullish(),
  /** Goes on with the session's messages, and adds to them. */
  sessionId: z.uuid().nullish(),
  /** Goes on where that chat ended. */
  previousChatId: z.uuid().nullish(),
  /** Which notice the person accepted before they wrote, and when. */
  noticeAcceptance: noticeAcceptanceSchema.nullish(),
  input: chatInputSchema,
};

type Beginning = { readonly [field in keyof typeof chatFields]?: unknown };

const BEGINNINGS = [...CHAT_ANSWERERS, 'sessionId', 'previousChatId'] as const;

const says = (value: unknown) => value !== undefined && value !== null;
const hasBeginning = (form: Beginning) => BEGINNINGS.some((field) => says(form[field]));
const hasOneContext = (form: Beginning) => !(says(form.sessionId) && says(form.previousChatId));
const NO_BEGINNING = {
  message: 'Name who answers: an assistant, a squad, a workflow, a session or a previous chat.',
  path: ['assistantId'],
};
const TWO_CONTEXTS = {
  message: 'Give either sessionId or previousChatId, not both.',
  path: ['previousChatId'],
};

export const chatCreateSchema = z
  .looseObject({ ...chatFields, stream: z.boolean().nullish() })
  .refine(hasBeginning, NO_BEGINNING)
  .refine(hasOneContext, TWO_CONTEXTS);
export type ChatCreate = z.infer<typeof chatCreateSchema>;

/** @default true; false for the published server libraries, and where Accept names application/json */
const responseStream = z.boolean().nullish();

/** The same in the words of OpenAI's Responses API, whose clients send `previous_response_id`. */
export const chatResponseCreateSchema = z
  .looseObject({
    ...chatFields,
    previous_response_id: z.uuid().nullish(),
    /** Instructions to the model for this answer only. */
    instructions: z.string().max(100_000).nullish(),
    stream: responseStream,
  })
  .transform(({ previous_response_id, ...form }) => ({
    ...form,
    previousChatId: form.previousChatId ?? previous_response_id,
  }))
  .refine(hasBeginning, NO_BEGINNING)
  .refine(hasOneContext, TWO_CONTEXTS);
export type ChatResponseCreate = z.infer<typeof chatResponseCreateSchema>;

const webChatFields = {
  assistantId: z.uuid(),
  /** One that has ended or expired is followed by a new one. */
  sessionId: z.uuid().nullish(),
  assistantOverrides: chatOverridesSchema.nullish(),
  customer: chatCustomerSchema.nullish(),
  /** Which notice the person accepted before they wrote, and when. */
  noticeAcceptance: noticeAcceptanceSchema.nullish(),
  input: chatInputSchema,
};

export const webChatCreateSchema = z.looseObject({
  ...webChatFields,
  stream: z.boolean().nullish(),
});
export type WebChatCreate = z.infer<typeof webChatCreateSchema>;

export const webChatResponseCreateSchema = z.looseObject({
  ...webChatFields,
  stream: responseStream,
});

export const chatSchema = z.looseObject({
  ...storedFields,
  ...chatFields,
  /** Nothing, where an assistant whose words are not kept (`hipaaEnabled`) was written to. */
  input: z.union([chatInputSchema, z.array(chatMessageSchema).max(0)]),
  stream: z.boolean().nullish(),
  /** What was said before. */
  messages: z.array(chatMessageSchema),
  /** What the assistant answered, its calls of tools and their results among it. */
  output: z.array(chatMessageSchema),
  /** Who took over since the conversation began, in order: names as handoffs give them. */
  handoffs: z.array(z.string()).optional(),
  /** US dollars; what runs on the server itself costs nothing, and elsewhere it is not always known. */
  cost: z.number().optional(),
  /** Of hosted models: `promptTokens` and `completionTokens`, and `cost` where the server knows the price. */
  costs: z
    .array(
      z.looseObject({
        type: z.string(),
        promptTokens: z.number().optional(),
        completionTokens: z.number().optional(),
        cost: z.number().optional(),
      }),
    )
    .optional(),
  /** In the answer to a request with a private key: what does not act as written. Not stored. */
  warnings: z.array(warningSchema).optional(),
});
export type Chat = z.infer<typeof chatSchema>;

/** What a page receives: the assistant's words, and the session to continue with. */
export const webChatSchema = z.object({
  id: z.uuid(),
  sessionId: z.uuid(),
  output: z.array(chatMessageSchema),
});
export type WebChat = z.infer<typeof webChatSchema>;

export const chatListQuerySchema = pageQuerySchema.extend({
  id: z.uuid().optional(),
  idAny: anyOf(z.uuid()).optional(),
  assistantId: z.uuid().optional(),
  assistantIdAny: anyOf(z.uuid()).optional(),
  squadId: z.uuid().optional(),
  workflowId: z.uuid().optional(),
  sessionId: z.uuid().optional(),
  previousChatId: z.uuid().optional(),
});
export type ChatListQuery = z.infer<typeof chatListQuerySchema>;

/** One event of a chat that is answered as it is written. */
export const chatDeltaSchema = z.object({
  id: z.string(),
  sessionId: z.uuid().optional(),
  /** `chat.output[0].content`: which message the piece belongs to. */
  path: z.string(),
  delta: z.string(),
});
export type ChatDelta = z.infer<typeof chatDeltaSchema>;

/** Every event of such a stream: a failure is named `error`, and holds what a refusal holds. */
export const chatDeltaEventSchema = z.union([chatDeltaSchema, errorBodySchema]);
