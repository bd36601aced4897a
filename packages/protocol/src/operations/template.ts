import { z } from 'zod';
import {
  templateCreateSchema,
  templateListQuerySchema,
  templateSchema,
  templateUpdateSchema,
} from '../entities/assistants/template.ts';
import { bodyExample } from './example.ts';
import { type About, defineOperations } from './operation.ts';

const about: About = { resource: 'template', personalData: ['mentions'] };

export const templateOperations = defineOperations(about, {
  'template.create': {
    method: 'POST',
    path: '/template',
    summary: 'Create a template; a list of them is answered by a list',
    access: 'editor',
    bySession: 'allowed',
    status: 201,
    body: templateCreateSchema,
    example: bodyExample(templateCreateSchema, {
      name: 'Book a visit',
      type: 'tool',
      details: { type: 'function' },
      visibility: 'private',
    }),
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
    example: bodyExample(templateUpdateSchema, { pinned: true }),
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
