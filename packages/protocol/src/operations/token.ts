import { z } from 'zod';
import { tokenCreateSchema, tokenSchema, tokenUpdateSchema } from '../entities/orgs/token.ts';
import { listQuerySchema } from '../entities/page.ts';
import { bodyExample, exampleIds } from './example.ts';
import { type About, defineOperations } from './operation.ts';

const about: About = { resource: 'token', personalData: ['traces', 'mentions'] };

export const tokenOperations = defineOperations(about, {
  'token.create': {
    method: 'POST',
    path: '/token',
    summary: 'Create a key; a private one is shown in this answer and never again',
    access: 'admin',
    bySession: 'refused',
    status: 201,
    body: tokenCreateSchema,
    example: bodyExample(tokenCreateSchema, {
      tag: 'public',
      name: 'website',
      restrictions: {
        allowedOrigins: ['https://school.example'],
        allowedAssistantIds: [exampleIds.assistant],
      },
    }),
    answer: tokenSchema,
    answersSecret: true,
  },
  'token.list': {
    method: 'GET',
    path: '/token',
    summary: 'List keys that were not deleted, newest first',
    access: 'admin',
    status: 200,
    query: listQuerySchema,
    answer: z.array(tokenSchema),
  },
  'token.get': {
    method: 'GET',
    path: '/token/{id}',
    summary: 'Read what is known of a key',
    access: 'admin',
    status: 200,
    answer: tokenSchema,
  },
  'token.update': {
    method: 'PATCH',
    path: '/token/{id}',
    summary: 'Change the name, role, expiry or restrictions of a key',
    access: 'admin',
    bySession: 'refused',
    status: 200,
    body: tokenUpdateSchema,
    example: bodyExample(tokenUpdateSchema, {
      name: 'website, old',
      restrictions: { enabled: false },
    }),
    answer: tokenSchema,
  },
  'token.delete': {
    method: 'DELETE',
    path: '/token/{id}',
    summary: 'Revoke a key, for good',
    access: 'admin',
    bySession: 'allowed',
    status: 200,
    answer: tokenSchema,
  },
});
