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
import { listQuerySchema, pageOf, pageQuerySchema } from '../entities/page.ts';
import { defineOperations } from './operation.ts';

export const assistantOperations = defineOperations({
  'assistant.create': {
    method: 'POST',
    path: '/assistant',
    summary: 'Create an assistant',
    access: 'editor',
    bySession: 'allowed',
    status: 201,
    body: assistantCreateSchema,
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
    body: assistantUpdateSchema,
    answer: assistantSchema,
  },
  'assistant.replace': {
    method: 'PUT',
    path: '/assistant/{id}',
    summary: 'Replace an assistant whole',
    access: 'editor',
    bySession: 'allowed',
    status: 200,
    body: assistantCreateSchema,
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
    method: 'GET',
    path: '/assistant/{id}/version',
    summary: 'List what an assistant has been, newest first',
    access: 'viewer',
    status: 200,
    query: assistantVersionQuerySchema,
    answer: assistantVersionPageSchema,
  },
});
