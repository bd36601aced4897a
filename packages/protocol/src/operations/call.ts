import { z } from 'zod';
import {
  anyCallCreateSchema,
  callCreateSchema,
  callSchema,
  callUpdateSchema,
  webCallSchema,
} from '../entities/calls/call.ts';
import {
  callExportQuerySchema,
  callListQuerySchema,
  callMetadataSchema,
  callPageQuerySchema,
} from '../entities/calls/call-query.ts';
import { fittedAnswerers } from '../entities/fitted.ts';
import { pageOf } from '../entities/page.ts';
import { bodyExample, exampleIds } from './example.ts';
import { type About, defineOperations } from './operation.ts';

const anyCallBody = fittedAnswerers(anyCallCreateSchema);

const about: About = { resource: 'call', personalData: ['calls'] };
const aboutRecordings: About = { resource: 'call', personalData: ['recordings'] };

// In parts, and named below: declarations of all at once are longer than the compiler writes.
const creations = defineOperations(about, {
  'call.create': {
    method: 'POST',
    path: '/call',
    summary: 'Start a call: a web call, or by telephone where a number is given',
    access: 'editor',
    bySession: 'allowed',
    status: 201,
    body: anyCallBody,
    example: bodyExample(anyCallCreateSchema, {
      assistantId: exampleIds.assistant,
      assistantOverrides: { variableValues: { name: 'Maya' } },
    }),
    answer: callSchema,
  },
  'call.createPhone': {
    method: 'POST',
    path: '/call/phone',
    summary: 'Call a customer by telephone; rejected while no telephony is configured',
    access: 'editor',
    bySession: 'allowed',
    status: 201,
    body: anyCallBody,
    example: bodyExample(anyCallCreateSchema, {
      assistantId: exampleIds.assistant,
      phoneNumberId: exampleIds.phoneNumber,
      customer: { number: '+14155551234' },
    }),
    answer: callSchema,
  },
});

const webCreation = defineOperations(about, {
  'call.createWeb': {
    method: 'POST',
    path: '/call/web',
    summary: 'Start a web call; answers the room to join',
    access: 'public',
    bySession: 'allowed',
    status: 201,
    body: fittedAnswerers(callCreateSchema),
    example: bodyExample(callCreateSchema, {
      assistantId: exampleIds.assistant,
      assistantOverrides: { variableValues: { name: 'Maya' } },
      noticeAcceptance: {
        acceptedAt: '2025-09-01T09:00:00.000Z',
        version: '4c5a1d0e9b2f7a36',
        language: 'en',
      },
      metadata: { page: '/contact' },
    }),
    answer: webCallSchema,
  },
});

const lists = defineOperations(about, {
  'call.list': {
    method: 'GET',
    path: '/call',
    summary: 'List calls, newest first',
    access: 'viewer',
    status: 200,
    query: callListQuerySchema,
    answer: z.array(callSchema),
  },
  'call.page': {
    method: 'GET',
    path: '/v2/call',
    summary: 'List calls in pages',
    access: 'viewer',
    status: 200,
    query: callPageQuerySchema,
    answer: pageOf(callSchema),
  },
  'call.pageMetadata': {
    method: 'GET',
    path: '/v2/call/metadata',
    summary: 'List calls in pages, without what was said',
    access: 'viewer',
    status: 200,
    query: callPageQuerySchema,
    answer: pageOf(callMetadataSchema),
  },
  'call.export': {
    method: 'GET',
    path: '/v2/call/export',
    summary: 'Download calls as CSV, with the columns that are named',
    access: 'viewer',
    status: 200,
    query: callExportQuerySchema,
    answer: z.never(),
    alsoAnswers: 'text/csv',
  },
});

const changes = defineOperations(about, {
  'call.get': {
    method: 'GET',
    path: '/call/{id}',
    summary: 'Read a call with its messages, timings and end reason',
    access: 'viewer',
    status: 200,
    answer: callSchema,
  },
  'call.update': {
    method: 'PATCH',
    path: '/call/{id}',
    summary: 'Name a call, or change its metadata',
    access: 'editor',
    bySession: 'allowed',
    status: 200,
    body: callUpdateSchema,
    example: bodyExample(callUpdateSchema, { name: 'First talk with Maya' }),
    answer: callSchema,
  },
  'call.delete': {
    method: 'DELETE',
    path: '/call/{id}',
    summary:
      'Delete a call with its recordings and everything kept of it; one that goes on is ended',
    access: 'editor',
    bySession: 'allowed',
    status: 200,
    answer: callMetadataSchema,
  },
});

/** Sound and pictures are who spoke: what links to them takes the role that links to recordings take. */
const recordings = defineOperations(aboutRecordings, {
  'call.monoRecording': {
    method: 'GET',
    path: '/call/{id}/mono-recording',
    summary: 'Download the recording of a call, everybody in one track',
    access: 'editor',
    status: 302,
    answer: z.never(),
    alsoAnswers: '*/*',
  },
  'call.stereoRecording': {
    method: 'GET',
    path: '/call/{id}/stereo-recording',
    summary:
      'Download the recording of a call, the customer on the left, the assistant on the right',
    access: 'editor',
    status: 302,
    answer: z.never(),
    alsoAnswers: '*/*',
  },
  'call.customerRecording': {
    method: 'GET',
    path: '/call/{id}/customer-recording',
    summary: 'Download what the customer said in a call',
    access: 'editor',
    status: 302,
    answer: z.never(),
    alsoAnswers: '*/*',
  },
  'call.assistantRecording': {
    method: 'GET',
    path: '/call/{id}/assistant-recording',
    summary: 'Download what the assistant said in a call',
    access: 'editor',
    status: 302,
    answer: z.never(),
    alsoAnswers: '*/*',
  },
  'call.videoRecording': {
    method: 'GET',
    path: '/call/{id}/video-recording',
    summary: 'Download the video of a call',
    access: 'editor',
    status: 302,
    answer: z.never(),
    alsoAnswers: '*/*',
  },
  'call.logs': {
    resource: 'log',
    personalData: ['logs'],
    method: 'GET',
    path: '/call/{id}/call-logs',
    summary: 'Download the log of a call, a JSON object a line, the oldest first',
    access: 'viewer',
    status: 200,
    answer: z.never(),
    alsoAnswers: 'application/x-ndjson',
  },
});

export const callOperations: typeof creations &
  typeof webCreation &
  typeof lists &
  typeof changes &
  typeof recordings = {
  ...creations,
  ...webCreation,
  ...lists,
  ...changes,
  ...recordings,
};
