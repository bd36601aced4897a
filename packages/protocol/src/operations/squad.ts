import { z } from 'zod';
import {
  squadCreateSchema,
  squadListQuerySchema,
  squadSchema,
  squadUpdateSchema,
} from '../entities/assistants/squad.ts';
import { fitted } from '../entities/fitted.ts';
import { bodyExample, exampleIds } from './example.ts';
import { type About, defineOperations } from './operation.ts';

const about: About = { resource: 'squad', personalData: ['mentions'] };

export const squadOperations = defineOperations(about, {
  'squad.create': {
    method: 'POST',
    path: '/squad',
    summary: 'Create a squad',
    access: 'editor',
    bySession: 'allowed',
    status: 201,
    body: fitted(squadCreateSchema),
    example: bodyExample(squadCreateSchema, {
      name: 'Front desk',
      members: [
        {
          assistantId: exampleIds.assistant,
          assistantDestinations: [
            {
              type: 'assistant',
              assistantName: 'Bea',
              description: 'wants to know about fees',
              message: 'Bea knows more about that.',
            },
          ],
        },
        { assistant: { name: 'Bea', firstMessage: 'Bea here. What would you like to know?' } },
      ],
    }),
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
    body: fitted(squadUpdateSchema),
    example: bodyExample(squadUpdateSchema, {
      name: 'Reception',
      members: [{ assistantId: exampleIds.assistant }],
    }),
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
