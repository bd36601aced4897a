import { z } from 'zod';

const text = (max: number) => z.string().max(max);

/** `bot` is what a call's messages call the assistant; `developer` speaks like `system`. */
export const CHAT_ROLES = ['system', 'developer', 'user', 'assistant', 'bot', 'tool'] as const;

const textPartSchema = z.looseObject({
  type: z.enum(['text', 'input_text', 'output_text']),
  text: text(100_000),
});

const contentSchema = z.union([text(100_000), z.array(textPartSchema).max(100)], {
  error: 'must be text, or a list of parts of the types text, input_text and output_text.',
});

export const chatToolCallSchema = z.looseObject({
  id: text(200),
  type: text(40),
  function: z.looseObject({ name: text(100), arguments: text(100_000) }),
});

/**
 * A line of a written conversation. Its words are in `content`; messages of a call have them in
 * `message` and are taken as they are.
 */
export const chatMessageSchema = z
  .looseObject({
    role: z.enum(CHAT_ROLES),
    content: contentSchema.nullish(),
    message: text(100_000).optional(),
    refusal: text(10_000).nullish(),
    tool_calls: z.array(chatToolCallSchema).max(100).optional(),
    tool_call_id: text(200).optional(),
    name: text(100).nullish(),
  })
  .superRefine((message, context) => {
    const says = message.content ?? message.message ?? message.refusal;
    const asks = message.role === 'assistant' && (message.tool_calls?.length ?? 0) > 0;
    if (says === undefined && !asks)
      context.addIssue({ code: 'custom', path: ['content'], message: 'must hold the words.' });
    if (message.role === 'tool' && message.tool_call_id === undefined) {
      const note = 'must name the tool call that it answers.';
      context.addIssue({ code: 'custom', path: ['tool_call_id'], message: note });
    }
  });
export type ChatMessage = z.infer<typeof chatMessageSchema>;

/** What is said to an assistant: words, or several messages at once. */
export const chatInputSchema = z.union(
  [text(100_000).min(1, 'must hold words.'), z.array(chatMessageSchema).min(1).max(100)],
  { error: 'must be text, or a list of 1 to 100 messages.' },
);
export type ChatInput = z.infer<typeof chatInputSchema>;
