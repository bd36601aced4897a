import { z } from 'zod';
import { listQuerySchema } from '../entities/page.ts';
import {
  meetingTokenCreateSchema,
  meetingTokenSchema,
  roomCreateSchema,
  roomNameSchema,
  roomSchema,
} from '../room/access.ts';
import { bodyExample, exampleIds, exampleUniques } from './example.ts';
import { type About, defineOperations } from './operation.ts';

const about: About = { resource: 'room', personalData: ['mentions'] };

export const roomOperations = defineOperations(about, {
  'room.create': {
    method: 'POST',
    path: '/rooms',
    summary: 'Create a room that people meet in; without a name it gets one',
    access: 'editor',
    bySession: 'allowed',
    status: 201,
    body: roomCreateSchema,
    example: bodyExample(roomCreateSchema, {
      name: exampleUniques.roomName,
      privacy: 'private',
      properties: { enable_knocking: true, max_participants: 12 },
    }),
    answer: roomSchema,
  },
  'room.list': {
    method: 'GET',
    path: '/rooms',
    summary: 'List rooms, newest first',
    access: 'viewer',
    status: 200,
    query: listQuerySchema,
    answer: z.array(roomSchema),
  },
  'room.get': {
    method: 'GET',
    path: '/rooms/{name}',
    params: z.object({ name: roomNameSchema }),
    summary: 'Read a room',
    access: 'viewer',
    status: 200,
    answer: roomSchema,
  },
  'room.delete': {
    method: 'DELETE',
    path: '/rooms/{name}',
    params: z.object({ name: roomNameSchema }),
    summary: 'Delete a room; participants are removed',
    access: 'editor',
    bySession: 'allowed',
    status: 200,
    answer: roomSchema,
  },
  'room.createToken': {
    method: 'POST',
    path: '/meeting-tokens',
    summary: 'Make a meeting token: who carries it, and what they may do',
    access: 'editor',
    bySession: 'refused',
    status: 201,
    body: meetingTokenCreateSchema,
    example: bodyExample(meetingTokenCreateSchema, {
      properties: { room_name: exampleIds.room, user_name: 'Ada', is_owner: true },
    }),
    answer: meetingTokenSchema,
  },
});
