import { z } from 'zod';
import {
  squadCreateSchema,
  squadListQuerySchema,
  squadSchema,
  squadUpdateSchema,
} from '../entities/assistants/squad.ts';
import { defineOperations } from './operation.ts';

export const squadOperations = defineOperations({
  'squad.create': {
    method: 'POST',
    path: '/squad',
    summary: 'Create a squad',
    access: 'editor',
    bySession: 'allowed',
    status: 201,
    body: squadCreateSchema,
    answer: squadSchema,
  },
  'squad.list': {
    method: 'GET',
    path: '/squad',
    summary: 'List squads, newest first',
    access: 'viewer',
    status: 200,
    query: squadListQuerySchema,
    answer: z.array(squadSchema),
  },
  'squad.get': {
    method: 'GET',
    path: '/squad/{id}',
    summary: 'Read a squad',
    access: 'viewer',
    status: 200,
    answer: squadSchema,
  },
  'squad.update': {
    method: 'PATCH',
    path: '/squad/{id}',
    summary: 'Change the named fields of a squad',
    access: 'editor',
    bySession: 'allowed',
    status: 200,
    body: squadUpdateSchema,
    answer: squadSchema,
  },
  'squad.delete': {
    method: 'DELETE',
    path: '/squad/{id}',
    summary: 'Delete a squad; its past calls are kept',
    access: 'editor',
    bySession: 'allowed',
    status: 200,
    answer: squadSchema,
  },
});
