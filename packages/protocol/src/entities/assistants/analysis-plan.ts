import { z } from 'zod';
import { objectSchemaSchema } from './tool.ts';

/** Of a prompt that an organisation writes itself. */
export const questionMessageSchema = z.looseObject({
  role: z.enum(['system', 'user', 'assistant']),
  content: z.string().max(100_000),
});

/** One question to a language model, about a call that is over. */
const question = {
  /**
   * Asked instead of Kindling's own words. `{{transcript}}`, `{{systemPrompt}}`, `{{endedReason}}`,
   * `{{schema}}` and `{{rubric}}` are filled in.
   */
  messages: z.array(questionMessageSchema).max(20).optional(),
  /** How long the model may take. @default 5 */
  timeoutSeconds: z.number().min(1).max(60).optional(),
};

export const summaryPlanSchema = z.looseObject({
  /** @default true */
  enabled: z.boolean().optional(),
  ...question,
});

export const structuredDataPlanSchema = z
  .looseObject({
    /** @default false */
    enabled: z.boolean().optional(),
    /** What is taken down: the answer fits it, or is left out. */
    schema: objectSchemaSchema.optional(),
    ...question,
  })
  .refine((plan) => plan.enabled !== true || plan.schema !== undefined, {
    message: 'must say what is to be taken down.',
    path: ['schema'],
  });
export type StructuredDataPlan = z.infer<typeof structuredDataPlanSchema>;

/** The scale of a success evaluation: true or false, 1 to 10, Excellent to Poor, … */
export const SUCCESS_RUBRICS = [
  'NumericScale',
  'DescriptiveScale',
  'Checklist',
  'Matrix',
  'PercentageScale',
  'LikertScale',
  'AutomaticRubric',
  'PassFail',
] as const;
export type SuccessRubric = (typeof SUCCESS_RUBRICS)[number];

export const successEvaluationPlanSchema = z.looseObject({
  /** @default true */
  enabled: z.boolean().optional(),
  /** @default PassFail */
  rubric: z.enum(SUCCESS_RUBRICS).optional(),
  ...question,
});

/** What a language model finds out about a call once it is over. Without a plan nothing is asked. */
export const analysisPlanSchema = z.looseObject({
  /** Calls in which less was said are left alone. @default 2 */
  minMessagesThreshold: z.number().int().min(0).max(1_000).optional(),
  summaryPlan: summaryPlanSchema.optional(),
  structuredDataPlan: structuredDataPlanSchema.optional(),
  /** More facts, each under its own key. */
  structuredDataMultiPlan: z
    .array(z.looseObject({ key: z.string().min(1).max(100), plan: structuredDataPlanSchema }))
    .max(20)
    .optional(),
  successEvaluationPlan: successEvaluationPlanSchema.optional(),
});
export type AnalysisPlan = z.infer<typeof analysisPlanSchema>;

const facts = z.record(z.string(), z.unknown());

/** What was found out; what the model did not answer in time, or not fittingly, is left out. */
export const callAnalysisSchema = z.looseObject({
  summary: z.string().optional(),
  structuredData: facts.optional(),
  /** One object for each plan that was answered: its key and the facts. */
  structuredDataMulti: z.array(facts).optional(),
  /** In the words of the rubric: `true`, `8`, `Good`, `75%`. */
  successEvaluation: z.string().optional(),
});
export type CallAnalysis = z.infer<typeof callAnalysisSchema>;
