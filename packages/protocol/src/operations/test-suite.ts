import { pageOf, pageQuerySchema } from '../entities/page.ts';
import {
  testParamsSchema,
  testSuiteCreateSchema,
  testSuiteSchema,
  testSuiteTestCreateSchema,
  testSuiteTestSchema,
  testSuiteTestUpdateSchema,
  testSuiteUpdateSchema,
} from '../entities/test-suites/test-suite.ts';
import {
  runParamsSchema,
  testSuiteRunCreateSchema,
  testSuiteRunSchema,
  testSuiteRunUpdateSchema,
} from '../entities/test-suites/test-suite-run.ts';
import { bodyExample, exampleIds } from './example.ts';
import { type About, defineOperations } from './operation.ts';

const about: About = { resource: 'testSuite', personalData: ['mentions'] };
const aboutTests: About = { resource: 'testSuiteTest', personalData: ['mentions'] };
const aboutRuns: About = { resource: 'testSuiteRun', personalData: ['mentions'] };

// In parts, and named below: declarations of all at once are longer than the compiler writes.
const suites = defineOperations(about, {
  'testSuite.create': {
    method: 'POST',
    path: '/test-suite',
    summary: 'Create a test suite',
    access: 'editor',
    bySession: 'allowed',
    status: 201,
    body: testSuiteCreateSchema,
    example: bodyExample(testSuiteCreateSchema, {
      name: 'Fees',
      targetPlan: { assistantId: exampleIds.assistant },
    }),
    answer: testSuiteSchema,
  },
  'testSuite.list': {
    method: 'GET',
    path: '/test-suite',
    summary: 'List test suites in pages',
    access: 'viewer',
    status: 200,
    query: pageQuerySchema,
    answer: pageOf(testSuiteSchema),
  },
});

const oneSuite = defineOperations(about, {
  'testSuite.get': {
    method: 'GET',
    path: '/test-suite/{id}',
    summary: 'Read a test suite',
    access: 'viewer',
    status: 200,
    answer: testSuiteSchema,
  },
  'testSuite.update': {
    method: 'PATCH',
    path: '/test-suite/{id}',
    summary: 'Change the named fields of a test suite',
    access: 'editor',
    bySession: 'allowed',
    status: 200,
    body: testSuiteUpdateSchema,
    example: bodyExample(testSuiteUpdateSchema, {
      name: 'Fees and visits',
      targetPlan: { assistantId: exampleIds.assistant },
    }),
    answer: testSuiteSchema,
  },
  'testSuite.delete': {
    method: 'DELETE',
    path: '/test-suite/{id}',
    summary: 'Delete a test suite with its tests and runs',
    access: 'editor',
    bySession: 'allowed',
    status: 200,
    answer: testSuiteSchema,
  },
});

export const testSuiteOperations: typeof suites & typeof oneSuite = {
  ...suites,
  ...oneSuite,
};

/** The tests of a suite. */
export const testSuiteTestOperations = defineOperations(aboutTests, {
  'testSuiteTest.create': {
    method: 'POST',
    path: '/test-suite/{id}/test',
    summary: 'Add a test to a suite',
    access: 'editor',
    bySession: 'allowed',
    status: 201,
    body: testSuiteTestCreateSchema,
    example: bodyExample(testSuiteTestCreateSchema, {
      type: 'chat',
      name: 'Asks for the price',
      script: 'What does it cost?',
      scorers: [{ type: 'ai', rubric: 'The assistant says "price".\nat most 60 words' }],
    }),
    answer: testSuiteTestSchema,
  },
  'testSuiteTest.list': {
    method: 'GET',
    path: '/test-suite/{id}/test',
    summary: 'List the tests of a suite in pages',
    access: 'viewer',
    status: 200,
    query: pageQuerySchema,
    answer: pageOf(testSuiteTestSchema),
  },
  'testSuiteTest.get': {
    method: 'GET',
    path: '/test-suite/{id}/test/{testId}',
    summary: 'Read a test',
    access: 'viewer',
    status: 200,
    params: testParamsSchema,
    answer: testSuiteTestSchema,
  },
  'testSuiteTest.update': {
    method: 'PATCH',
    path: '/test-suite/{id}/test/{testId}',
    summary: 'Change the named fields of a test',
    access: 'editor',
    bySession: 'allowed',
    status: 200,
    params: testParamsSchema,
    body: testSuiteTestUpdateSchema,
    example: bodyExample(testSuiteTestUpdateSchema, { numAttempts: 3 }),
    answer: testSuiteTestSchema,
  },
  'testSuiteTest.delete': {
    method: 'DELETE',
    path: '/test-suite/{id}/test/{testId}',
    summary: 'Delete a test; its results are kept in the runs',
    access: 'editor',
    bySession: 'allowed',
    status: 200,
    params: testParamsSchema,
    answer: testSuiteTestSchema,
  },
});

/** The runs of a suite. */
export const testSuiteRunOperations = defineOperations(aboutRuns, {
  'testSuiteRun.create': {
    method: 'POST',
    path: '/test-suite/{id}/run',
    summary: 'Run every test of a suite',
    access: 'editor',
    bySession: 'allowed',
    status: 201,
    body: testSuiteRunCreateSchema,
    example: bodyExample(testSuiteRunCreateSchema, { name: 'Before the open day' }),
    answer: testSuiteRunSchema,
  },
  'testSuiteRun.list': {
    method: 'GET',
    path: '/test-suite/{id}/run',
    summary: 'List the runs of a suite in pages',
    access: 'viewer',
    status: 200,
    query: pageQuerySchema,
    answer: pageOf(testSuiteRunSchema),
  },
  'testSuiteRun.get': {
    method: 'GET',
    path: '/test-suite/{id}/run/{runId}',
    summary: 'Read a run with transcripts and scores',
    access: 'viewer',
    status: 200,
    params: runParamsSchema,
    answer: testSuiteRunSchema,
  },
  'testSuiteRun.update': {
    method: 'PATCH',
    path: '/test-suite/{id}/run/{runId}',
    summary: 'Rename a run',
    access: 'editor',
    bySession: 'allowed',
    status: 200,
    params: runParamsSchema,
    body: testSuiteRunUpdateSchema,
    example: bodyExample(testSuiteRunUpdateSchema, { name: 'After the open day' }),
    answer: testSuiteRunSchema,
  },
  'testSuiteRun.delete': {
    method: 'DELETE',
    path: '/test-suite/{id}/run/{runId}',
    summary: 'Delete a run; one under way stops',
    access: 'editor',
    bySession: 'allowed',
    status: 200,
    params: runParamsSchema,
    answer: testSuiteRunSchema,
  },
});
