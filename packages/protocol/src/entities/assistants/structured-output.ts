import { z } from 'zod';
import { pageQuerySchema, storedFields } from '../page.ts';
import { warningSchema } from '../warning.ts';
import { questionMessageSchema } from './analysis-plan.ts';

const text = (max: number) => z.string().max(max);

const outputSchemaSchema = z
  .record(z.string(), z.unknown())
  .describe('A JSON Schema of any type: of what is taken down.');

/** Who finds it out, where it is not the server's own language model. */
const outputModelSchema = z.looseObject({
  provider: text(40),
  model: text(200).optional(),
  /** Of `openai` and `custom-llm`. */
  url: z.url().max(2_000).optional(),
  /**
   * Asked instead of Kindling's own words. `{{transcript}}`, `{{messages}}`, `{{structuredOutput}}` with `.name`,
   * `.description` and `.schema`, `{{systemPrompt}}`, `{{callEndedReason}}`, `{{duration}}`, `{{startedAt}}`,
   * `{{endedAt}}` and the variables of the call are filled in.
   */
  messages: z.array(questionMessageSchema).max(20).optional(),
  /** @default 0 */
  temperature: z.number().min(0).max(2).optional(),
  maxTokens: z.number().int().min(1).max(10_000).optional(),
  /** How long it may take. @default 30 */
  timeoutSeconds: z.number().min(1).max(60).optional(),
});

/** One that is not met skips the output. */
export const outputConditionSchema = z.discriminatedUnion('type', [
  /** Messages of both sides. Without one of these two are needed. */
  z.looseObject({ type: z.literal('minMessages'), count: z.number().int().min(0).max(1_000) }),
  /** Met where there are no times, as in a session. */
  z.looseObject({ type: z.literal('minCallDuration'), seconds: z.number().min(0).max(86_400) }),
  z.looseObject({
    type: z.literal('endedReason'),
    operator: z.enum(['oneOf', 'notOneOf']),
    values: z.array(text(200)).min(1).max(200),
  }),
]);
export type OutputCondition = z.infer<typeof outputConditionSchema>;

const complianceSchema = z.looseObject({
  /** Kept; of a call of which nothing may be stored nothing is taken down. */
  forceStoreOnHipaaEnabled: z.boolean().nullish(),
});

const ofOutput = {
  name: text(40).min(1),
  description: text(5_000).optional(),
  /** `ai` asks a language model, `regex` searches the transcript. @default 'ai' */
  type: z.enum(['ai', 'regex']).optional(),
  /**
   * Of `regex`, in the syntax of RE2, also as `/…/gi`. By the type of the schema: whether it is found (boolean), what
   * is found first, or its first group (string, number, integer), or all that is found (array).
   */
  regex: text(2_000).optional(),
  /** What is taken down: the result fits it, or there is none. */
  schema: outputSchemaSchema,
  model: outputModelSchema.optional(),
  compliancePlan: complianceSchema.optional(),
  /** All must be met. */
  conditions: z.array(outputConditionSchema).max(20).nullish(),
};

const ownOutputForm = z.looseObject(ofOutput);
type OwnOutputForm = typeof ownOutputForm;
// Named: declarations that hold it are else longer than the compiler writes.
export interface OwnOutputSchema extends OwnOutputForm {}

/** One that an assistant or a request brings along. */
export const ownOutputSchema: OwnOutputSchema = ownOutputForm;
export type OwnOutput = z.infer<typeof ownOutputSchema>;

const links = z.array(z.uuid()).max(500).optional();

const storedOutput = {
  ...ofOutput,
  /** Whose calls it is taken down of, beside those whose `artifactPlan` names it. */
  assistantIds: links,
  workflowIds: links,
  metadata: z.record(text(100), z.unknown()).optional(),
};

export const structuredOutputCreateSchema = z.looseObject({
  ...storedOutput,
  type: z.enum(['ai', 'regex']).default('ai'),
});
export type StructuredOutputCreate = z.infer<typeof structuredOutputCreateSchema>;

export const structuredOutputUpdateSchema = z
  .looseObject({
    ...storedOutput,
    name: storedOutput.name.optional(),
    schema: storedOutput.schema.optional(),
    model: storedOutput.model.nullable(),
  })
  .refine((form) => Object.keys(form).length > 0, 'Name at least one field to change.');
export type StructuredOutputUpdate = z.infer<typeof structuredOutputUpdateSchema>;

export const structuredOutputUpdateQuerySchema = z.strictObject({
  schemaOverride: text(10)
    .optional()
    .describe('`true` allows another type of the schema: results of that type come from then on.'),
});

export const structuredOutputSchema = z.looseObject({
  ...storedOutput,
  ...storedFields,
  /** Where it was just stored: what it names that this server cannot do as it says. */
  warnings: z.array(warningSchema).optional(),
});
export type StructuredOutput = z.infer<typeof structuredOutputSchema>;

export const structuredOutputListQuerySchema = pageQuerySchema.extend({
  id: z.uuid().optional(),
  name: text(40).optional(),
});

/** What was taken down of one call or session. */
export const structuredOutputResultSchema = z.looseObject({
  name: z.string(),
  /** As its schema says; null where the conversation does not say it, and where there is an `error`. */
  result: z.unknown(),
  /** Why there is no result. */
  error: z.string().optional(),
  compliancePlan: complianceSchema.optional(),
});
export type StructuredOutputResult = z.infer<typeof structuredOutputResultSchema>;

export const skippedOutputSchema = z.object({
  name: z.string(),
  /** The first that was not met. */
  unmetCondition: outputConditionSchema,
});
export type SkippedOutput = z.infer<typeof skippedOutputSchema>;

const skippedOutputs = z.record(z.string(), skippedOutputSchema).optional();

/** In the artifact of a call or a session, by the id of each output. */
export const outputArtifactFields = {
  structuredOutputs: z.record(z.string(), structuredOutputResultSchema).optional(),
  skippedStructuredOutputs: skippedOutputs,
  structuredOutputsLastUpdatedAt: z.iso.datetime().optional(),
};
const outputArtifactSchema = z.object(outputArtifactFields);
export type OutputArtifact = z.infer<typeof outputArtifactSchema>;

export const structuredOutputRunSchema = z
  .looseObject({
    /** Answers the result and stores nothing. @default false */
    previewEnabled: z.boolean().optional(),
    structuredOutputId: z.uuid().optional(),
    structuredOutput: ownOutputSchema.optional(),
    /** Of calls that have ended. */
    callIds: z.array(z.uuid()).min(1).max(100),
  })
  .refine(
    (form) => (form.structuredOutputId === undefined) !== (form.structuredOutput === undefined),
    {
      message: 'Give either structuredOutputId or structuredOutput.',
      path: ['structuredOutputId'],
    },
  )
  .refine((form) => form.previewEnabled !== true || form.callIds.length === 1, {
    message: 'A preview is of one call.',
    path: ['callIds'],
  });

/** `message` alone where it is carried out later; of a preview the results by the id of the output. */
export const structuredOutputRunAnswerSchema = z.looseObject({
  message: z.string().optional(),
  skipped: skippedOutputs,
});
