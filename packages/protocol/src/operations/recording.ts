import { z } from 'zod';
import {
  accessLinkCreateSchema,
  accessLinkSchema,
  recordingListQuerySchema,
  recordingSchema,
} from '../entities/calls/recording.ts';
import { bodyExample } from './example.ts';
import { type About, defineOperations } from './operation.ts';

const about: About = { resource: 'recording', personalData: ['recordings'] };

export const recordingOperations = defineOperations(about, {
  'recording.list': {
    method: 'GET',
    path: '/recordings',
    summary: 'List recordings, newest first',
    access: 'viewer',
    status: 200,
    query: recordingListQuerySchema,
    answer: z.array(recordingSchema),
  },
  'recording.get': {
    method: 'GET',
    path: '/recordings/{id}',
    summary: 'Read what is known of a recording',
    access: 'viewer',
    status: 200,
    answer: recordingSchema,
  },
  'recording.accessLink': {
    method: 'POST',
    path: '/recordings/{id}/access-link',
    summary: 'Make a link that downloads the recording, or one of its tracks, until it expires',
    access: 'editor',
    bySession: 'allowed',
    status: 201,
    body: accessLinkCreateSchema,
    example: bodyExample(accessLinkCreateSchema, { validForSeconds: 600 }),
    answer: accessLinkSchema,
  },
  'recording.delete': {
    method: 'DELETE',
    path: '/recordings/{id}',
    summary: 'Delete a recording that is not under way, with its files',
    access: 'editor',
    bySession: 'allowed',
    status: 200,
    answer: recordingSchema,
  },
});
