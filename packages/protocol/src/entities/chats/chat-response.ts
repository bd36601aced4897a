import { z } from 'zod';
import { warningSchema } from '../warning.ts';

const outputTextSchema = z.object({
  type: z.literal('output_text'),
  text: z.string(),
  annotations: z.array(z.looseObject({})),
});

/** A message of an answer in the shape of OpenAI's Responses API. */
export const responseMessageSchema = z.object({
  id: z.string(),
  type: z.literal('message'),
  role: z.literal('assistant'),
  status: z.enum(['in_progress', 'completed', 'incomplete']),
  content: z.array(outputTextSchema),
});
export type ResponseMessage = z.infer<typeof responseMessageSchema>;

/** An answer in the shape of OpenAI's Responses API; its id is the chat's. */
export const chatResponseSchema = z.looseObject({
  id: z.uuid(),
  object: z.literal('response'),
  /** Epoch seconds. */
  created_at: z.number().int(),
  status: z.enum(['in_progress', 'completed', 'failed', 'incomplete']),
  error: z.string().nullable(),
  output: z.array(responseMessageSchema),
  previous_response_id: z.uuid().nullish(),
  sessionId: z.uuid().nullish(),
  /** What is otherwise than it was written, where any is. */
  warnings: z.array(warningSchema).optional(),
});
export type ChatResponse = z.infer<typeof chatResponseSchema>;

const sequence_number = z.number().int();
const place = { item_id: z.string(), output_index: z.number().int() };

/** The events of an answer that is sent as it is written. */
export const chatResponseEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('response.created'), sequence_number, response: chatResponseSchema }),
  z.object({
    type: z.enum(['response.output_item.added', 'response.output_item.done']),
    sequence_number,
    output_index: place.output_index,
    item: responseMessageSchema,
  }),
  z.object({
    type: z.enum(['response.content_part.added', 'response.content_part.done']),
    sequence_number,
    ...place,
    content_index: z.number().int(),
    part: outputTextSchema,
  }),
  z.object({
    type: z.literal('response.output_text.delta'),
    sequence_number,
    ...place,
    content_index: z.number().int(),
    delta: z.string(),
  }),
  z.object({
    type: z.literal('response.output_text.done'),
    sequence_number,
    ...place,
    content_index: z.number().int(),
    text: z.string(),
  }),
  z.object({
    type: z.literal('response.completed'),
    sequence_number,
    response: chatResponseSchema,
  }),
  z.object({
    type: z.literal('error'),
    sequence_number,
    code: z.string(),
    message: z.string(),
    param: z.string().nullable(),
  }),
]);
export type ChatResponseEvent = z.infer<typeof chatResponseEventSchema>;
