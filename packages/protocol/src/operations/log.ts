import {
  callLogDeleteQuerySchema,
  callLogListQuerySchema,
  callLogSchema,
  logDeleteQuerySchema,
  logListQuerySchema,
  logSchema,
  logsDeletedSchema,
} from '../entities/orgs/log.ts';
import { pageOf } from '../entities/page.ts';
import { exampleIds, queryExample } from './example.ts';
import { type About, defineOperations } from './operation.ts';

const about: About = { resource: 'log', personalData: ['logs'] };

export const logOperations = defineOperations(about, {
  'log.list': {
    method: 'GET',
    path: '/log',
    summary: 'Read the log of a call, line by line',
    access: 'viewer',
    status: 200,
    query: callLogListQuerySchema,
    example: queryExample(callLogListQuerySchema, { callId: exampleIds.call }),
    answer: pageOf(callLogSchema),
  },
  'log.delete': {
    method: 'DELETE',
    path: '/log',
    summary: 'Delete the log of a call',
    access: 'admin',
    bySession: 'allowed',
    status: 200,
    query: callLogDeleteQuerySchema,
    example: queryExample(callLogDeleteQuerySchema, { callId: exampleIds.call }),
    answer: logsDeletedSchema,
  },
  'logs.list': {
    method: 'GET',
    path: '/logs',
    summary:
      'Read what happened: requests that changed something or were refused, webhooks, calls, providers',
    access: 'viewer',
    status: 200,
    query: logListQuerySchema,
    answer: pageOf(logSchema),
  },
  'logs.delete': {
    method: 'DELETE',
    path: '/logs',
    summary: 'Delete the logs that fit; all of them when nothing is named',
    access: 'admin',
    bySession: 'allowed',
    status: 200,
    query: logDeleteQuerySchema,
    answer: logsDeletedSchema,
  },
});
