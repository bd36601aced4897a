import {
  sessionCreateSchema,
  sessionListQuerySchema,
  sessionSchema,
  sessionUpdateSchema,
} from '../entities/chats/session.ts';
import { pageOf } from '../entities/page.ts';
import { defineOperations } from './operation.ts';

export const sessionOperations = defineOperations({
  'session.create': {
    method: 'POST',
    path: '/session',
    summary: 'Open a session: chats and calls in it share what was said',
    access: 'editor',
    bySession: 'allowed',
    status: 201,
    body: sessionCreateSchema,
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
