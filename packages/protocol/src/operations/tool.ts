import { z } from 'zod';
import { toolCreateSchema, toolSchema, toolUpdateSchema } from '../entities/assistants/tool.ts';
import { fitted } from '../entities/fitted.ts';
import { listQuerySchema } from '../entities/page.ts';
import { bodyExample } from './example.ts';
import { type About, defineOperations } from './operation.ts';

/** What a tool is: of these nothing is left out. */
const NEEDED = { needed: ['function', 'method'] };

const about: About = { resource: 'tool', personalData: ['mentions'] };

export const toolOperations = defineOperations(about, {
  'tool.create': {
    method: 'POST',
    path: '/tool',
    summary: 'Create a tool, which assistants name in model.toolIds',
    access: 'editor',
    bySession: 'allowed',
    status: 201,
    body: fitted(toolCreateSchema, NEEDED),
    example: bodyExample(toolCreateSchema, {
      type: 'function',
      function: {
        name: 'book_visit',
        description: 'Books a visit to the school.',
        parameters: {
          type: 'object',
          properties: { date: { type: 'string', description: 'As 2027-03-01.' } },
          required: ['date'],
        },
      },
      server: { url: 'https://school.example/tools', timeoutSeconds: 10 },
      messages: [{ type: 'request-start', content: 'One moment, I am booking.' }],
      when: 'wants to book a visit',
    }),
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
    body: fitted(toolUpdateSchema, NEEDED),
    example: bodyExample(toolUpdateSchema, { server: { url: 'https://school.example/tools/v2' } }),
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
