import { z } from 'zod';
import {
  templateCreateSchema,
  templateListQuerySchema,
  templateSchema,
  templateUpdateSchema,
} from '../entities/assistants/template.ts';
import { defineOperations } from './operation.ts';

export const templateOperations = defineOperations({
  'template.create': {
    method: 'POST',
    path: '/template',
    summary: 'Create a template; a list of them is answered by a list',
    access: 'editor',
    bySession: 'allowed',
    status: 201,
    body: templateCreateSchema,
    answer: z.union([templateSchema, z.array(templateSchema)]),
  },
  'template.list': {
    method: 'GET',
    path: '/template',
    summary: 'List templates, newest first',
    access: 'viewer',
    status: 200,
    query: templateListQuerySchema,
    answer: z.array(templateSchema),
  },
  'template.pinned': {
    method: 'GET',
    path: '/template/pinned',
    summary: 'List the templates that are pinned',
    access: 'viewer',
    status: 200,
    answer: z.array(templateSchema),
  },
  'template.get': {
    method: 'GET',
    path: '/template/{id}',
    summary: 'Read a template',
    access: 'viewer',
    status: 200,
    answer: templateSchema,
  },
  'template.update': {
    method: 'PATCH',
    path: '/template/{id}',
    summary: 'Change the named fields of a template',
    access: 'editor',
    bySession: 'allowed',
    status: 200,
    body: templateUpdateSchema,
    answer: templateSchema,
  },
  'template.delete': {
    method: 'DELETE',
    path: '/template/{id}',
    summary: 'Delete a template; tools made from it are kept',
    access: 'editor',
    bySession: 'allowed',
    status: 200,
    answer: templateSchema,
  },
});
