import {
  structuredOutputCreateSchema,
  structuredOutputListQuerySchema,
  structuredOutputRunAnswerSchema,
  structuredOutputRunSchema,
  structuredOutputSchema,
  structuredOutputUpdateQuerySchema,
  structuredOutputUpdateSchema,
} from '../entities/assistants/structured-output.ts';
import { fitted } from '../entities/fitted.ts';
import { pageOf } from '../entities/page.ts';
import { bodyExample, exampleIds } from './example.ts';
import { type About, defineOperations } from './operation.ts';

const about: About = { resource: 'structuredOutput', personalData: ['mentions'] };
/** Leaving a condition out would take down what it keeps from being taken down. */
const refused = { refused: ['conditions', 'regex'] };

export const structuredOutputOperations = defineOperations(about, {
  'structuredOutput.create': {
    method: 'POST',
    path: '/structured-output',
    summary: 'Create a structured output: something to be taken down of calls',
    access: 'editor',
    bySession: 'allowed',
    status: 201,
    body: fitted(structuredOutputCreateSchema, refused),
    example: bodyExample(structuredOutputCreateSchema, {
      name: 'Visit',
      description: 'Who wants to visit the school, and when.',
      schema: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          day: { type: 'string', description: 'As it was said.' },
        },
        required: ['name'],
      },
      assistantIds: [exampleIds.assistant],
      conditions: [{ type: 'minMessages', count: 4 }],
    }),
    answer: structuredOutputSchema,
  },
  'structuredOutput.list': {
    method: 'GET',
    path: '/structured-output',
    summary: 'List structured outputs in pages',
    access: 'viewer',
    status: 200,
    query: structuredOutputListQuerySchema,
    answer: pageOf(structuredOutputSchema),
  },
  'structuredOutput.get': {
    method: 'GET',
    path: '/structured-output/{id}',
    summary: 'Read a structured output',
    access: 'viewer',
    status: 200,
    answer: structuredOutputSchema,
  },
  'structuredOutput.update': {
    method: 'PATCH',
    path: '/structured-output/{id}',
    summary: 'Change the named fields of a structured output',
    access: 'editor',
    bySession: 'allowed',
    status: 200,
    query: structuredOutputUpdateQuerySchema,
    body: fitted(structuredOutputUpdateSchema, refused),
    example: bodyExample(structuredOutputUpdateSchema, {
      name: 'Visit of the school',
      assistantIds: [exampleIds.assistant],
    }),
    answer: structuredOutputSchema,
  },
  'structuredOutput.delete': {
    method: 'DELETE',
    path: '/structured-output/{id}',
    summary: 'Delete a structured output that no assistant names; results in calls are kept',
    access: 'editor',
    bySession: 'allowed',
    status: 200,
    answer: structuredOutputSchema,
  },
  'structuredOutput.run': {
    method: 'POST',
    path: '/structured-output/run',
    summary: 'Take an output down of calls that are over, or look at what it would be',
    access: 'editor',
    bySession: 'allowed',
    status: 200,
    personalData: ['calls'],
    body: fitted(structuredOutputRunSchema, { within: ['structuredOutput'], ...refused }),
    example: bodyExample(structuredOutputRunSchema, {
      previewEnabled: true,
      structuredOutput: {
        name: 'Wants a visit',
        type: 'regex',
        regex: '(?i)\\bvisit\\b',
        schema: { type: 'boolean' },
      },
      callIds: [exampleIds.call],
    }),
    answer: structuredOutputRunAnswerSchema,
  },
});
