import { z } from 'zod';
import { modelMessageSchema } from '../assistants/assistant.ts';
import { pageQuerySchema, storedFields } from '../page.ts';

const text = (max: number) => z.string().max(max);
const words = text(20_000);

/** A tool and what it is called with. */
export const evalToolCallSchema = z.looseObject({
  name: text(200).min(1),
  arguments: z.record(text(200), z.unknown()).nullish(),
});
export type EvalToolCall = z.infer<typeof evalToolCallSchema>;

const toolCalls = z.array(evalToolCallSchema).max(50).nullish();

/** Compared to the letter: words without regard to case, arguments by their values. */
const exactPlanSchema = z
  .looseObject({ type: z.literal('exact'), content: words.nullish(), toolCalls })
  .refine(comparesSomething, comparesNothing());

/** `content` and the values of arguments are regular expressions, which match anywhere. */
const regexPlanSchema = z
  .looseObject({ type: z.literal('regex'), content: words.nullish(), toolCalls })
  .refine(comparesSomething, comparesNothing());

/** The model that judges, and its prompt: it answers "pass" or "fail". */
export const evalJudgeModelSchema = z.looseObject({
  provider: text(40).min(1),
  model: text(200).nullish(),
  /** Of `custom-llm`. */
  url: z.url().max(2_000).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  maxTokens: z.number().int().min(1).max(10_000).nullish(),
  /** In these `{{messages}}` is the conversation and `{{messages[-1]}}` what is judged, as JSON. */
  messages: z.array(modelMessageSchema).max(100).nullish(),
});
export type EvalJudgeModel = z.infer<typeof evalJudgeModelSchema>;

export const evalAiPlanSchema = z.looseObject({
  type: z.literal('ai'),
  /** @default the assistant's, or the server's own */
  model: evalJudgeModelSchema.nullish(),
  /** Whether the conversation is added where the judge's messages do not name it. @default true */
  autoIncludeMessageHistory: z.boolean().nullish(),
});
export type EvalAiPlan = z.infer<typeof evalAiPlanSchema>;

export const evalJudgePlanSchema = z.discriminatedUnion('type', [
  exactPlanSchema,
  regexPlanSchema,
  evalAiPlanSchema,
]);
export type EvalJudgePlan = z.infer<typeof evalJudgePlanSchema>;

/** What follows a judged reply. */
export const evalContinuePlanSchema = z.looseObject({
  /** Whether a failure ends the conversation. @default false */
  exitOnFailureEnabled: z.boolean().nullish(),
  /** What the conversation goes on with in place of what was said, and of what was called. */
  contentOverride: words.nullish(),
  toolCallsOverride: toolCalls,
});
export type EvalContinuePlan = z.infer<typeof evalContinuePlanSchema>;

/** A line of the mock conversation; where it has a `judgePlan` the target speaks, and is judged. */
export const evalMessageSchema = z.discriminatedUnion('role', [
  z.looseObject({ role: z.literal('user'), content: words }),
  z.looseObject({ role: z.literal('system'), content: words }),
  z.looseObject({
    role: z.literal('assistant'),
    content: words.nullish(),
    toolCalls,
    judgePlan: evalJudgePlanSchema.nullish(),
    continuePlan: evalContinuePlanSchema.nullish(),
  }),
  z
    .looseObject({
      role: z.literal('tool'),
      /** What the tool is said to have answered: it is not used. */
      content: words.nullish(),
      /** The tool is used, and its answer judged. */
      judgePlan: evalAiPlanSchema.nullish(),
    })
    .refine(({ content, judgePlan }) => says(content) || says(judgePlan), {
      message: 'Give the content that the tool answers, or a judgePlan.',
      path: ['content'],
    }),
]);
export type EvalMessage = z.infer<typeof evalMessageSchema>;

const evalFields = {
  name: text(80).nullish(),
  description: text(500).nullish(),
  type: z.literal('chat.mockConversation').default('chat.mockConversation'),
  messages: z.array(evalMessageSchema).min(1).max(200),
};
export const evalCreateSchema = z.looseObject(evalFields);
export type EvalCreate = z.infer<typeof evalCreateSchema>;
export const evalUpdateSchema = z
  .looseObject({
    ...evalFields,
    type: z.literal('chat.mockConversation').optional(),
    messages: evalFields.messages.optional(),
  })
  .refine((form) => Object.keys(form).length > 0, 'Name at least one field to change.');
export type EvalUpdate = z.infer<typeof evalUpdateSchema>;
export const evalSchema = z.looseObject({ ...evalFields, ...storedFields });
export type Eval = z.infer<typeof evalSchema>;

export const evalListQuerySchema = pageQuerySchema.extend({ id: z.uuid().optional() });
export type EvalListQuery = z.infer<typeof evalListQuerySchema>;

function says(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function comparesSomething(plan: { readonly content?: unknown; readonly toolCalls?: unknown }) {
  return says(plan.content) || says(plan.toolCalls);
}

function comparesNothing() {
  return { message: 'Give the content or the toolCalls to compare with.', path: ['content'] };
}
