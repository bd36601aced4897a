import { z } from 'zod';
import {
  callCreateSchema,
  callListQuerySchema,
  callSchema,
  webCallSchema,
} from '../entities/call.ts';
import { defineOperations } from './operation.ts';

export const callOperations = defineOperations({
  'call.createWeb': {
    method: 'POST',
    path: '/call/web',
    summary: 'Start a web call; answers the room to join',
    access: ['public', 'private'],
    status: 201,
    body: callCreateSchema,
    answer: webCallSchema,
  },
  'call.list': {
    method: 'GET',
    path: '/call',
    summary: 'List calls, newest first',
    access: ['private'],
    status: 200,
    query: callListQuerySchema,
    answer: z.array(callSchema),
  },
  'call.get': {
    method: 'GET',
    path: '/call/{id}',
    summary: 'Read a call with its messages, timings and end reason',
    access: ['private'],
    status: 200,
    answer: callSchema,
  },
});
