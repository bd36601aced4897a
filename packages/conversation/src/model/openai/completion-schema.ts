import { z } from 'zod';

const textSchema = z.object({ content: z.string().nullish() });

/** One event of a streamed answer; fields that are not read are let through. */
export const chunkSchema = z.object({
  choices: z.array(z.object({ delta: textSchema.nullish(), finish_reason: z.string().nullish() })),
});

/** A whole answer, from servers that do not stream. */
export const completionSchema = z.object({
  choices: z.array(z.object({ message: textSchema })).min(1),
});

/** What servers put into a body or an event when something went wrong. */
export const failureSchema = z.object({
  error: z.union([z.string(), z.object({ message: z.string().nullish() })]),
});
