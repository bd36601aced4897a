import { z } from 'zod';
import {
  fileCreateSchema,
  fileListQuerySchema,
  fileSchema,
  fileUpdateSchema,
} from '../entities/assistants/file.ts';
import { bodyExample, formExample } from './example.ts';
import { type About, defineOperations } from './operation.ts';

const about: About = { resource: 'file', personalData: ['mentions'] };

const PROSPECTUS = {
  name: 'prospectus.txt',
  type: 'text/plain',
  text: 'A year costs 4,000 dollars.',
};

export const fileOperations = defineOperations(about, {
  'file.upload': {
    method: 'POST',
    path: '/file/upload',
    summary: 'Upload a file (the older path)',
    access: 'editor',
    bySession: 'allowed',
    status: 201,
    body: fileCreateSchema,
    example: formExample({ file: PROSPECTUS }),
    bodyType: 'multipart',
    answer: fileSchema,
  },
  'file.create': {
    method: 'POST',
    path: '/file',
    summary: 'Upload a file and read its text: txt, md, pdf, docx, csv or json',
    access: 'editor',
    bySession: 'allowed',
    status: 201,
    body: fileCreateSchema,
    example: formExample({ file: PROSPECTUS }),
    bodyType: 'multipart',
    answer: fileSchema,
  },
  'file.list': {
    method: 'GET',
    path: '/file',
    summary: 'List files, newest first',
    access: 'viewer',
    status: 200,
    query: fileListQuerySchema,
    answer: z.array(fileSchema),
  },
  'file.get': {
    method: 'GET',
    path: '/file/{id}',
    summary: 'Read what is known of a file',
    access: 'viewer',
    status: 200,
    answer: fileSchema,
  },
  'file.content': {
    method: 'GET',
    path: '/file/{id}/content',
    summary: 'Download a file as it was uploaded',
    access: 'viewer',
    status: 200,
    answer: z.never(),
    // As what it was uploaded.
    alsoAnswers: '*/*',
  },
  'file.text': {
    method: 'GET',
    path: '/file/{id}/text',
    summary: 'Download the text that was read from a file',
    access: 'viewer',
    status: 200,
    answer: z.never(),
    alsoAnswers: 'text/plain',
  },
  'file.update': {
    method: 'PATCH',
    path: '/file/{id}',
    summary: 'Change the name of a file',
    access: 'editor',
    bySession: 'allowed',
    status: 200,
    body: fileUpdateSchema,
    example: bodyExample(fileUpdateSchema, { name: 'prospectus-2027.txt' }),
    answer: fileSchema,
  },
  'file.delete': {
    method: 'DELETE',
    path: '/file/{id}',
    summary: 'Delete a file that no knowledge base uses, with its content',
    access: 'editor',
    bySession: 'allowed',
    status: 200,
    answer: fileSchema,
  },
});
