import { z } from 'zod';
import { assistantCreateSchema, assistantOverridesSchema } from '../assistants/assistant.ts';
import { fitted } from '../fitted.ts';
import { pageQuerySchema, storedFields } from '../page.ts';
import { warningSchema } from '../warning.ts';
import { evalCreateSchema, evalToolCallSchema } from './eval.ts';

const says = (value: unknown) => value !== undefined && value !== null;
const oneOf = (one: unknown, other: unknown) => says(one) !== says(other);

/** Who is evaluated: stored or written out, with what is different about them. */
export const evalTargetSchema = z.discriminatedUnion('type', [
  z
    .looseObject({
      type: z.literal('assistant'),
      assistantId: z.uuid().nullish(),
      assistant: assistantCreateSchema.nullish(),
      assistantOverrides: assistantOverridesSchema.nullish(),
    })
    .refine(({ assistantId, assistant }) => oneOf(assistantId, assistant), {
      message: 'Give either an assistantId or an assistant.',
      path: ['assistantId'],
    }),
  z
    .looseObject({
      type: z.literal('squad'),
      squadId: z.uuid().nullish(),
      squad: z.looseObject({}).nullish(),
      assistantOverrides: assistantOverridesSchema.nullish(),
    })
    .refine(({ squadId, squad }) => oneOf(squadId, squad), {
      message: 'Give either a squadId or a squad.',
      path: ['squadId'],
    }),
]);
export type EvalTarget = z.infer<typeof evalTargetSchema>;

const runFields = {
  type: z.literal('eval').default('eval'),
  evalId: z.uuid().nullish(),
  target: evalTargetSchema,
};
const runForm = z
  .looseObject({ ...runFields, eval: evalCreateSchema.nullish() })
  .refine((form) => oneOf(form.evalId, form.eval), {
    message: 'Give either an evalId or an eval.',
    path: ['evalId'],
  });
export const evalRunCreateSchema = fitted(runForm, { within: ['target'] });
export type EvalRunCreate = z.infer<typeof evalRunCreateSchema>;

export const evalRunStatusSchema = z.enum(['queued', 'running', 'ended']);
export type EvalRunStatus = z.infer<typeof evalRunStatusSchema>;

/**
 * `mockConversation.done`: it was had to its end, passed or not. `error`: it could not be had. `aborted`: the server
 * stopped each time it ran.
 */
export const evalRunEndedReasonSchema = z.enum([
  'mockConversation.done',
  'error',
  'timeout',
  'cancelled',
  'aborted',
]);
export type EvalRunEndedReason = z.infer<typeof evalRunEndedReasonSchema>;

const saidFields = {
  content: z.string().optional(),
  toolCalls: z.array(evalToolCallSchema).optional(),
};

/** A line of the conversation as it was had. */
export const evalResultMessageSchema = z.looseObject({
  role: z.enum(['user', 'system', 'assistant', 'tool']),
  ...saidFields,
  /** Where it was judged. */
  judge: z
    .looseObject({ status: z.enum(['pass', 'fail']), failureReason: z.string().optional() })
    .optional(),
  /** What the conversation went on with in its place. */
  continuedWith: z.looseObject(saidFields).optional(),
});
export type EvalResultMessage = z.infer<typeof evalResultMessageSchema>;

export const evalRunResultSchema = z.looseObject({
  /** `pass`: all that was judged passed. */
  status: z.enum(['pass', 'fail']),
  messages: z.array(evalResultMessageSchema),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
});
export type EvalRunResult = z.infer<typeof evalRunResultSchema>;

export const evalRunSchema = z.looseObject({
  ...runFields,
  ...storedFields,
  /** As it was when the run was asked for. */
  eval: evalCreateSchema,
  status: evalRunStatusSchema,
  endedReason: evalRunEndedReasonSchema.optional(),
  /** Why it ended otherwise than by the end of the conversation. */
  endedMessage: z.string().optional(),
  startedAt: z.iso.datetime().optional(),
  endedAt: z.iso.datetime().optional(),
  /** One, once it has ended. */
  results: z.array(evalRunResultSchema),
  /** US dollars, where it is known. */
  cost: z.number().optional(),
  costs: z.array(z.looseObject({ type: z.string() })).optional(),
  /** What of the target does not act here as it says. */
  warnings: z.array(warningSchema).optional(),
});
export type EvalRun = z.infer<typeof evalRunSchema>;

export const evalRunListQuerySchema = pageQuerySchema.extend({
  id: z.uuid().optional(),
  evalId: z.uuid().optional(),
});
export type EvalRunListQuery = z.infer<typeof evalRunListQuerySchema>;
