import { z } from 'zod';
import { artifactSchema } from '../calls/call.ts';
import { storedFields } from '../page.ts';
import { testSuiteTestSchema } from './test-suite.ts';

export const testRunStatusSchema = z.enum(['queued', 'in-progress', 'completed', 'failed']);
export type TestRunStatus = z.infer<typeof testRunStatusSchema>;

export const scorerResultSchema = z.looseObject({
  type: z.literal('ai'),
  result: z.enum(['pass', 'fail']),
  reasoning: z.string(),
  rubric: z.string(),
});
export type ScorerResult = z.infer<typeof scorerResultSchema>;

export const testAttemptSchema = z.looseObject({
  scorerResults: z.array(scorerResultSchema),
  call: z.looseObject({ artifact: artifactSchema }).optional(),
  /** Why there was nothing to score. */
  error: z.string().optional(),
});
export type TestAttempt = z.infer<typeof testAttemptSchema>;

export const testResultSchema = z.looseObject({
  /** As it was when it ran. */
  test: testSuiteTestSchema,
  attempts: z.array(testAttemptSchema),
});
export type TestResult = z.infer<typeof testResultSchema>;

const changeable = { name: z.string().max(80).nullish() };
export const testSuiteRunCreateSchema = z.looseObject(changeable);
export type TestSuiteRunCreate = z.infer<typeof testSuiteRunCreateSchema>;
export const testSuiteRunUpdateSchema = z
  .strictObject(changeable)
  .refine((form) => Object.keys(form).length > 0, 'Name at least one field to change.');
export type TestSuiteRunUpdate = z.infer<typeof testSuiteRunUpdateSchema>;

/** `completed`: every test ran, passed or not. `failed`: it could not be run to its end. */
export const testSuiteRunSchema = z.looseObject({
  ...changeable,
  ...storedFields,
  testSuiteId: z.uuid(),
  status: testRunStatusSchema,
  testResults: z.array(testResultSchema),
  /** Why it failed. */
  error: z.string().nullish(),
});
export type TestSuiteRun = z.infer<typeof testSuiteRunSchema>;

/** The runs under a suite: `{id}` is the suite's. */
export const runParamsSchema = z.object({ id: z.uuid(), runId: z.uuid() });
