import { z } from 'zod';
import { fileCreateSchema, fileSchema, fileUpdateSchema } from '../entities/file.ts';
import { listQuerySchema } from '../entities/page.ts';
import { defineOperations } from './operation.ts';

export const fileOperations = defineOperations({
  'file.upload': {
    method: 'POST',
    path: '/file/upload',
    summary: 'Upload a file (the older path)',
    access: 'editor',
    bySession: 'allowed',
    status: 201,
    body: fileCreateSchema,
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
    bodyType: 'multipart',
    answer: fileSchema,
  },
  'file.list': {
    method: 'GET',
    path: '/file',
    summary: 'List files, newest first',
    access: 'viewer',
    status: 200,
    query: listQuerySchema,
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
