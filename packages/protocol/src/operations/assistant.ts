import { z } from 'zod';
import {
  assistantCreateSchema,
  assistantSchema,
  assistantUpdateSchema,
} from '../entities/assistants/assistant.ts';
import {
  assistantVersionPageSchema,
  assistantVersionQuerySchema,
} from '../entities/assistants/assistant-version.ts';
import { fitted } from '../entities/fitted.ts';
import { listQuerySchema, pageOf, pageQuerySchema } from '../entities/page.ts';
import { bodyExample, exampleIds } from './example.ts';
import { type About, defineOperations } from './operation.ts';

const createBody = fitted(assistantCreateSchema);
const updateBody = fitted(assistantUpdateSchema);

const about: About = { resource: 'assistant', personalData: ['mentions'] };

export const assistantOperations = defineOperations(about, {
  'assistant.create': {
    method: 'POST',
    path: '/assistant',
    summary: 'Create an assistant',
    access: 'editor',
    bySession: 'allowed',
    status: 201,
    body: createBody,
    example: bodyExample(assistantCreateSchema, {
      name: 'Ada',
      firstMessage: 'Hello {{name}}, how can I help?',
      model: {
        provider: 'kindling',
        toolIds: [exampleIds.tool],
        knowledgeBaseId: exampleIds.knowledgeBase,
      },
      voice: { provider: 'kindling', voiceId: 'slt' },
      endCallPhrases: ['goodbye'],
      maxDurationSeconds: 600,
    }),
    answer: assistantSchema,
  },
  'assistant.list': {
    method: 'GET',
    path: '/assistant',
    summary: 'List assistants, newest first',
    access: 'viewer',
    status: 200,
    query: listQuerySchema,
    answer: z.array(assistantSchema),
  },
  'assistant.page': {
    method: 'GET',
    path: '/v2/assistant',
    summary: 'List assistants in pages',
    access: 'viewer',
    status: 200,
    query: pageQuerySchema,
    answer: pageOf(assistantSchema),
  },
  'assistant.get': {
    method: 'GET',
    path: '/assistant/{id}',
    summary: 'Read an assistant',
    access: 'viewer',
    status: 200,
    answer: assistantSchema,
  },
  'assistant.update': {
    method: 'PATCH',
    path: '/assistant/{id}',
    summary: 'Change the named fields of an assistant',
    access: 'editor',
    bySession: 'allowed',
    status: 200,
    body: updateBody,
    example: bodyExample(assistantUpdateSchema, {
      firstMessage: 'Good morning, how can I help?',
      model: {
        provider: 'kindling',
        toolIds: [exampleIds.tool],
        knowledgeBaseId: exampleIds.knowledgeBase,
      },
    }),
    answer: assistantSchema,
  },
  'assistant.replace': {
    method: 'PUT',
    path: '/assistant/{id}',
    summary: 'Replace an assistant whole',
    access: 'editor',
    bySession: 'allowed',
    status: 200,
    body: createBody,
    example: bodyExample(assistantCreateSchema, {
      name: 'Ada',
      firstMessage: 'Good evening.',
      model: {
        provider: 'kindling',
        toolIds: [exampleIds.tool],
        knowledgeBaseId: exampleIds.knowledgeBase,
      },
    }),
    answer: assistantSchema,
  },
  'assistant.delete': {
    method: 'DELETE',
    path: '/assistant/{id}',
    summary: 'Delete an assistant that is no longer in use; its past calls are kept',
    access: 'editor',
    bySession: 'allowed',
    status: 200,
    answer: assistantSchema,
  },
  'assistant.listVersions': {
    resource: 'assistantVersion',
    method: 'GET',
    path: '/assistant/{id}/version',
    summary: 'List what an assistant has been, newest first',
    access: 'viewer',
    status: 200,
    query: assistantVersionQuerySchema,
    answer: assistantVersionPageSchema,
  },
});
