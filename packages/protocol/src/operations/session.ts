import {
  sessionCreateSchema,
  sessionListQuerySchema,
  sessionSchema,
  sessionUpdateSchema,
} from '../entities/chats/session.ts';
import { fittedAnswerers } from '../entities/fitted.ts';
import { pageOf } from '../entities/page.ts';
import { bodyExample, exampleIds } from './example.ts';
import { type About, defineOperations } from './operation.ts';

const about: About = { resource: 'session', personalData: ['sessions', 'mentions'] };

export const sessionOperations = defineOperations(about, {
  'session.create': {
    method: 'POST',
    path: '/session',
    summary: 'Open a session: chats and calls in it share what was said',
    access: 'editor',
    bySession: 'allowed',
    status: 201,
    body: fittedAnswerers(sessionCreateSchema),
    example: bodyExample(sessionCreateSchema, {
      assistantId: exampleIds.assistant,
      name: 'Maya',
      expirationSeconds: 3_600,
    }),
    answer: sessionSchema,
  },
  'session.list': {
    method: 'GET',
    path: '/session',
    summary: 'List sessions in pages',
    access: 'viewer',
    status: 200,
    query: sessionListQuerySchema,
    answer: pageOf(sessionSchema),
  },
  'session.get': {
    method: 'GET',
    path: '/session/{id}',
    summary: 'Read a session with its messages',
    access: 'viewer',
    status: 200,
    answer: sessionSchema,
  },
  'session.update': {
    method: 'PATCH',
    path: '/session/{id}',
    summary: 'Rename, end or prolong a session, or replace its messages',
    access: 'editor',
    bySession: 'allowed',
    status: 200,
    body: sessionUpdateSchema,
    example: bodyExample(sessionUpdateSchema, { status: 'completed' }),
    answer: sessionSchema,
  },
  'session.delete': {
    method: 'DELETE',
    path: '/session/{id}',
    summary: 'Delete a session and its messages; its chats and calls are kept',
    access: 'editor',
    bySession: 'allowed',
    status: 200,
    answer: sessionSchema,
  },
});
