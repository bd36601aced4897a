import { z } from 'zod';
import { toolCreateSchema, toolSchema, toolUpdateSchema } from '../entities/assistants/tool.ts';
import { listQuerySchema } from '../entities/page.ts';
import { defineOperations } from './operation.ts';

export const toolOperations = defineOperations({
  'tool.create': {
    method: 'POST',
    path: '/tool',
    summary: 'Create a tool, which assistants name in model.toolIds',
    access: 'editor',
    bySession: 'allowed',
    status: 201,
    body: toolCreateSchema,
    answer: toolSchema,
  },
  'tool.list': {
    method: 'GET',
    path: '/tool',
    summary: 'List tools, newest first',
    access: 'viewer',
    status: 200,
    query: listQuerySchema,
    answer: z.array(toolSchema),
  },
  'tool.get': {
    method: 'GET',
    path: '/tool/{id}',
    summary: 'Read a tool',
    access: 'viewer',
    status: 200,
    answer: toolSchema,
  },
  'tool.update': {
    method: 'PATCH',
    path: '/tool/{id}',
    summary: 'Change the named fields of a tool; null takes one away',
    access: 'editor',
    bySession: 'allowed',
    status: 200,
    body: toolUpdateSchema,
    answer: toolSchema,
  },
  'tool.delete': {
    method: 'DELETE',
    path: '/tool/{id}',
    summary: 'Delete a tool that no assistant names',
    access: 'editor',
    bySession: 'allowed',
    status: 200,
    answer: toolSchema,
  },
});
