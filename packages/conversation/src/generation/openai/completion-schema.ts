import { z } from 'zod';

/** Some servers send the arguments as the object that others write as JSON text. */
const argumentsSchema = z.union([
  z.string(),
  z.record(z.string(), z.unknown()).transform((values) => JSON.stringify(values)),
]);

/** Streamed in pieces: the first one names the call, the arguments follow. */
export const toolCallPieceSchema = z.object({
  index: z.number().int().nullish(),
  id: z.string().nullish(),
  function: z
    .object({ name: z.string().nullish(), arguments: argumentsSchema.nullish() })
    .nullish(),
  /** Gemini signs its calls here, and refuses them without when they come back. */
  extra_content: z.record(z.string(), z.unknown()).nullish(),
});
export type ToolCallPiece = z.infer<typeof toolCallPieceSchema>;

/** Text, or parts of which those of other types are thoughts (Magistral). */
const contentSchema = z.union([
  z.string(),
  z
    .array(z.looseObject({ type: z.string().nullish(), text: z.string().nullish() }))
    .transform((parts) =>
      parts.map(({ type, text }) => (type === 'text' ? (text ?? '') : '')).join(''),
    ),
]);

const answerSchema = z
  .object({
    content: contentSchema.nullish(),
    /** The model's own words for why it does not answer: said instead of an answer. */
    refusal: z.string().nullish(),
    tool_calls: z.array(toolCallPieceSchema).nullish(),
  })
  .transform(({ content, refusal, tool_calls }) => ({
    text: (content ?? '') + (refusal ?? ''),
    toolPieces: tool_calls ?? [],
  }));

/** What an answer took, as far as its server says. */
const usageSchema = z
  .object({ prompt_tokens: z.number(), completion_tokens: z.number() })
  .transform(({ prompt_tokens, completion_tokens }) => ({
    promptTokens: prompt_tokens,
    completionTokens: completion_tokens,
  }))
  .nullish()
  .catch(null);
export type TokenUsage = z.output<typeof usageSchema>;

/** One event of a streamed answer; fields that are not read are let through. */
export const chunkSchema = z.object({
  // Reports of usage come with no choice, with null, or without the field.
  choices: z
    .array(z.object({ delta: answerSchema.nullish(), finish_reason: z.string().nullish() }))
    .nullish(),
  usage: usageSchema,
});

/** A whole answer, from servers that do not stream. */
export const completionSchema = z.object({
  choices: z.array(z.object({ message: answerSchema, finish_reason: z.string().nullish() })).min(1),
  usage: usageSchema,
});

/** What servers put into a body or an event when something went wrong. */
export const failureSchema = z.union([
  z.object({ error: z.union([z.string(), z.looseObject({})]) }),
  z.object({ object: z.literal('error') }),
]);

/** Why a request was refused, as far as it can be mended. */
export const refusalSchema = z.object({
  error: z.object({ param: z.string().nullish(), message: z.string().nullish() }).nullish(),
  /** Without a frame around it, from older servers. */
  message: z.string().nullish(),
});
