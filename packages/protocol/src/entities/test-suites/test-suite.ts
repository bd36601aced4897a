import { z } from 'zod';
import { assistantCreateSchema, assistantOverridesSchema } from '../assistants/assistant.ts';
import { storedFields } from '../page.ts';

const name = z.string().max(80).nullish();

/** Who plays the caller; left out, the lines of the script are said as they stand. */
export const testerPlanSchema = z.looseObject({
  assistant: assistantCreateSchema.nullish(),
  assistantId: z.uuid().nullish(),
  assistantOverrides: assistantOverridesSchema.nullish(),
});
export type TesterPlan = z.infer<typeof testerPlanSchema>;

/** The target: one of these, or the one that answers a phone number. */
export const targetPlanSchema = z.looseObject({
  assistantId: z.uuid().nullish(),
  squadId: z.uuid().nullish(),
  workflowId: z.uuid().nullish(),
  assistantOverrides: assistantOverridesSchema.nullish(),
  /** Of this server: who answers it is tested, without a telephone. */
  phoneNumberId: z.uuid().nullish(),
  phoneNumber: z
    .looseObject({ provider: z.literal('test-suite'), number: z.string().max(50) })
    .nullish(),
});
export type TargetPlan = z.infer<typeof targetPlanSchema>;

const suiteFields = {
  name,
  phoneNumberId: z.uuid().nullish(),
  testerPlan: testerPlanSchema.nullish(),
  targetPlan: targetPlanSchema.nullish(),
};
export const testSuiteCreateSchema = z.looseObject(suiteFields);
export type TestSuiteCreate = z.infer<typeof testSuiteCreateSchema>;
export const testSuiteUpdateSchema = z
  .looseObject(suiteFields)
  .refine((form) => Object.keys(form).length > 0, 'Name at least one field to change.');
export type TestSuiteUpdate = z.infer<typeof testSuiteUpdateSchema>;
export const testSuiteSchema = z.looseObject({ ...suiteFields, ...storedFields });
export type TestSuite = z.infer<typeof testSuiteSchema>;

export const scorerSchema = z.looseObject({
  type: z.literal('ai'),
  /** One criterion a line. */
  rubric: z.string().min(1).max(10_000),
});
export type Scorer = z.infer<typeof scorerSchema>;

/** Tests of one suite. */
export const TESTS_MAX = 100;

const testFields = {
  name,
  type: z.enum(['voice', 'chat']),
  /** What the caller says, a line at a time; a model that plays the caller receives all of it. */
  script: z.string().min(1).max(10_000),
  scorers: z.array(scorerSchema).min(1).max(20),
  /** It is tried again until it passes, this often at most. @default 1 */
  numAttempts: z.number().int().min(1).max(10).optional(),
};
export const testSuiteTestCreateSchema = z.looseObject(testFields);
export type TestSuiteTestCreate = z.infer<typeof testSuiteTestCreateSchema>;
export const testSuiteTestUpdateSchema = testSuiteTestCreateSchema
  .partial()
  .refine((form) => Object.keys(form).length > 0, 'Name at least one field to change.');
export type TestSuiteTestUpdate = z.infer<typeof testSuiteTestUpdateSchema>;
export const testSuiteTestSchema = z.looseObject({
  ...testFields,
  ...storedFields,
  testSuiteId: z.uuid(),
});
export type TestSuiteTest = z.infer<typeof testSuiteTestSchema>;

/** The tests under a suite: `{id}` is the suite's. */
export const testParamsSchema = z.object({ id: z.uuid(), testId: z.uuid() });
