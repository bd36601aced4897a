import { z } from 'zod';
import {
  assistantCreateSchema,
  assistantSchema,
  assistantUpdateSchema,
} from '../entities/assistant.ts';
import { listQuerySchema } from '../entities/call.ts';
import { defineOperations } from './operation.ts';

export const assistantOperations = defineOperations({
  'assistant.create': {
    method: 'POST',
    path: '/assistant',
    summary: 'Create an assistant',
    access: ['private'],
    status: 201,
    body: assistantCreateSchema,
    answer: assistantSchema,
  },
  'assistant.list': {
    method: 'GET',
    path: '/assistant',
    summary: 'List assistants, newest first',
    access: ['private'],
    status: 200,
    query: listQuerySchema,
    answer: z.array(assistantSchema),
  },
  'assistant.get': {
    method: 'GET',
    path: '/assistant/{id}',
    summary: 'Read an assistant',
    access: ['private'],
    status: 200,
    answer: assistantSchema,
  },
  'assistant.update': {
    method: 'PATCH',
    path: '/assistant/{id}',
    summary: 'Change the named fields of an assistant',
    access: ['private'],
    status: 200,
    body: assistantUpdateSchema,
    answer: assistantSchema,
  },
  'assistant.replace': {
    method: 'PUT',
    path: '/assistant/{id}',
    summary: 'Replace an assistant whole',
    access: ['private'],
    status: 200,
    body: assistantCreateSchema,
    answer: assistantSchema,
  },
  'assistant.delete': {
    method: 'DELETE',
    path: '/assistant/{id}',
    summary: 'Delete an assistant; its past calls stay',
    access: ['private'],
    status: 200,
    answer: assistantSchema,
  },
});
