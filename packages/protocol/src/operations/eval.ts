import { pageOf } from '../entities/page.ts';
import {
  evalCreateSchema,
  evalListQuerySchema,
  evalSchema,
  evalUpdateSchema,
} from '../entities/test-suites/eval.ts';
import {
  evalRunCreateSchema,
  evalRunListQuerySchema,
  evalRunSchema,
} from '../entities/test-suites/eval-run.ts';
import { bodyExample, exampleIds } from './example.ts';
import { type About, defineOperations } from './operation.ts';

const about: About = { resource: 'eval', personalData: ['mentions'] };
const aboutRuns: About = { resource: 'evalRun', personalData: ['mentions'] };

export const evalOperations = defineOperations(about, {
  'eval.create': {
    method: 'POST',
    path: '/eval',
    summary: 'Create an eval: a mock conversation, and what its replies are judged by',
    access: 'editor',
    bySession: 'allowed',
    status: 201,
    body: evalCreateSchema,
    example: bodyExample(evalCreateSchema, {
      name: 'Says the hours',
      messages: [
        { role: 'user', content: 'When do you open?' },
        { role: 'assistant', judgePlan: { type: 'regex', content: '(?i)nine|9' } },
      ],
    }),
    answer: evalSchema,
  },
  'eval.list': {
    method: 'GET',
    path: '/eval',
    summary: 'List evals in pages',
    access: 'viewer',
    status: 200,
    query: evalListQuerySchema,
    answer: pageOf(evalSchema),
  },
  'eval.get': {
    method: 'GET',
    path: '/eval/{id}',
    summary: 'Read an eval',
    access: 'viewer',
    status: 200,
    answer: evalSchema,
  },
  'eval.update': {
    method: 'PATCH',
    path: '/eval/{id}',
    summary: 'Change the named fields of an eval; runs keep what they ran',
    access: 'editor',
    bySession: 'allowed',
    status: 200,
    body: evalUpdateSchema,
    example: bodyExample(evalUpdateSchema, { name: 'Says when it opens' }),
    answer: evalSchema,
  },
  'eval.delete': {
    method: 'DELETE',
    path: '/eval/{id}',
    summary: 'Delete an eval; its runs are kept',
    access: 'editor',
    bySession: 'allowed',
    status: 200,
    answer: evalSchema,
  },
});

export const evalRunOperations = defineOperations(aboutRuns, {
  'evalRun.create': {
    method: 'POST',
    path: '/eval/run',
    summary: 'Run an eval with an assistant or a squad',
    access: 'editor',
    bySession: 'allowed',
    status: 201,
    body: evalRunCreateSchema,
    example: bodyExample(evalRunCreateSchema, {
      evalId: exampleIds.eval,
      target: { type: 'assistant', assistantId: exampleIds.assistant },
    }),
    answer: evalRunSchema,
  },
  'evalRun.list': {
    method: 'GET',
    path: '/eval/run',
    summary: 'List runs of evals in pages',
    access: 'viewer',
    status: 200,
    query: evalRunListQuerySchema,
    answer: pageOf(evalRunSchema),
  },
  'evalRun.get': {
    method: 'GET',
    path: '/eval/run/{id}',
    summary: 'Read a run with the conversation and its verdicts',
    access: 'viewer',
    status: 200,
    answer: evalRunSchema,
  },
  'evalRun.delete': {
    method: 'DELETE',
    path: '/eval/run/{id}',
    summary: 'Delete a run; one under way stops',
    access: 'editor',
    bySession: 'allowed',
    status: 200,
    answer: evalRunSchema,
  },
});
