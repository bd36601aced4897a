import { z } from 'zod';
import {
  workflowCreateSchema,
  workflowGenerateSchema,
  workflowSchema,
  workflowUpdateSchema,
} from '../entities/assistants/workflow.ts';
import { fitted } from '../entities/fitted.ts';
import { listQuerySchema } from '../entities/page.ts';
import { bodyExample, exampleIds } from './example.ts';
import { type About, defineOperations } from './operation.ts';

const about: About = { resource: 'workflow', personalData: ['mentions'] };

export const workflowOperations = defineOperations(about, {
  'workflow.create': {
    method: 'POST',
    path: '/workflow',
    summary: 'Create a workflow',
    access: 'editor',
    bySession: 'allowed',
    status: 201,
    body: fitted(workflowCreateSchema),
    example: bodyExample(workflowCreateSchema, {
      name: 'Visit',
      nodes: [
        {
          type: 'conversation',
          name: 'welcome',
          isStart: true,
          messagePlan: { firstMessage: 'Hello. Would you like to visit the school?' },
        },
        { type: 'hangup', name: 'end' },
      ],
      edges: [{ from: 'welcome', to: 'end', condition: { type: 'ai', prompt: 'says goodbye' } }],
    }),
    answer: workflowSchema,
  },
  'workflow.list': {
    method: 'GET',
    path: '/workflow',
    summary: 'List workflows, newest first',
    access: 'viewer',
    status: 200,
    query: listQuerySchema,
    answer: z.array(workflowSchema),
  },
  'workflow.get': {
    method: 'GET',
    path: '/workflow/{id}',
    summary: 'Read a workflow',
    access: 'viewer',
    status: 200,
    answer: workflowSchema,
  },
  'workflow.update': {
    method: 'PATCH',
    path: '/workflow/{id}',
    summary: 'Change the named fields of a workflow',
    access: 'editor',
    bySession: 'allowed',
    status: 200,
    body: fitted(workflowUpdateSchema),
    example: bodyExample(workflowUpdateSchema, { name: 'Visit, short' }),
    answer: workflowSchema,
  },
  'workflow.generate': {
    method: 'POST',
    path: '/workflow/generate',
    summary: 'Draft a workflow with the configured model; nothing is stored',
    access: 'editor',
    bySession: 'allowed',
    status: 200,
    body: workflowGenerateSchema,
    example: bodyExample(workflowGenerateSchema, {
      description: 'Ask for a name and a date, then book a visit.',
      callIds: [exampleIds.call],
      toolIds: [exampleIds.tool],
    }),
    answer: workflowCreateSchema,
  },
  'workflow.delete': {
    method: 'DELETE',
    path: '/workflow/{id}',
    summary: 'Delete a workflow; its past calls are kept',
    access: 'editor',
    bySession: 'allowed',
    status: 200,
    answer: workflowSchema,
  },
});
