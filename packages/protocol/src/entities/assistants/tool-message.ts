import { z } from 'zod';

const content = z.string().max(4_000).optional();
const contents = z.array(z.looseObject({ text: z.string().max(4_000).optional() })).max(50);

/** What one of the arguments must be for the words to fit. */
export const conditionSchema = z.looseObject({
  operator: z.enum(['eq', 'neq', 'gt', 'gte', 'lt', 'lte']),
  param: z.string().max(4_000),
  value: z.string().max(4_000),
});
export type Condition = z.infer<typeof conditionSchema>;

const words = {
  content,
  /** The same in several languages; the first is said. */
  contents: contents.optional(),
  conditions: z.array(conditionSchema).max(20).optional(),
};

/** What is said while a tool runs and when it is done. */
export const toolMessageSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('request-start'), blocking: z.boolean().optional(), ...words }),
  z.looseObject({
    type: z.literal('request-complete'),
    /** `assistant`: said as it is; `system`: a hint for the model. @default 'assistant' */
    role: z.enum(['assistant', 'system']).optional(),
    endCallAfterSpokenEnabled: z.boolean().optional(),
    ...words,
  }),
  z.looseObject({
    type: z.literal('request-failed'),
    endCallAfterSpokenEnabled: z.boolean().optional(),
    ...words,
  }),
  z.looseObject({
    type: z.literal('request-response-delayed'),
    /** @default 3000 */
    timingMilliseconds: z.number().min(100).max(120_000).optional(),
    ...words,
  }),
]);
export type ToolMessage = z.infer<typeof toolMessageSchema>;
