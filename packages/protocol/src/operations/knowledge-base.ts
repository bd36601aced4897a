import { z } from 'zod';
import {
  knowledgeBaseCreateSchema,
  knowledgeBaseSchema,
  knowledgeBaseUpdateSchema,
} from '../entities/assistants/knowledge-base.ts';
import { listQuerySchema } from '../entities/page.ts';
import { bodyExample, exampleIds } from './example.ts';
import { type About, defineOperations } from './operation.ts';

const about: About = { resource: 'knowledgeBase', personalData: ['mentions'] };

export const knowledgeBaseOperations = defineOperations(about, {
  'knowledgeBase.create': {
    method: 'POST',
    path: '/knowledge-base',
    summary: 'Create a knowledge base over files, or over a server of one’s own',
    access: 'editor',
    bySession: 'allowed',
    status: 201,
    body: knowledgeBaseCreateSchema,
    example: bodyExample(knowledgeBaseCreateSchema, {
      provider: 'kindling',
      name: 'Prospectus',
      fileIds: [exampleIds.file],
    }),
    answer: knowledgeBaseSchema,
  },
  'knowledgeBase.list': {
    method: 'GET',
    path: '/knowledge-base',
    summary: 'List knowledge bases, newest first',
    access: 'viewer',
    status: 200,
    query: listQuerySchema,
    answer: z.array(knowledgeBaseSchema),
  },
  'knowledgeBase.get': {
    method: 'GET',
    path: '/knowledge-base/{id}',
    summary: 'Read a knowledge base',
    access: 'viewer',
    status: 200,
    answer: knowledgeBaseSchema,
  },
  'knowledgeBase.update': {
    method: 'PATCH',
    path: '/knowledge-base/{id}',
    summary: 'Change the named fields of a knowledge base',
    access: 'editor',
    bySession: 'allowed',
    status: 200,
    body: knowledgeBaseUpdateSchema,
    example: bodyExample(knowledgeBaseUpdateSchema, {
      fileIds: [exampleIds.file],
      searchPlan: { topK: 3 },
    }),
    answer: knowledgeBaseSchema,
  },
  'knowledgeBase.delete': {
    method: 'DELETE',
    path: '/knowledge-base/{id}',
    summary: 'Delete a knowledge base that no assistant uses; its files are kept',
    access: 'editor',
    bySession: 'allowed',
    status: 200,
    answer: knowledgeBaseSchema,
  },
});
