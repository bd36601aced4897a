import { z } from 'zod';
import {
  campaignCreateSchema,
  campaignListQuerySchema,
  campaignPageQuerySchema,
  campaignSchema,
  campaignUpdateSchema,
} from '../entities/calls/campaign.ts';
import { pageOf } from '../entities/page.ts';
import { bodyExample, exampleIds } from './example.ts';
import { type About, defineOperations } from './operation.ts';

const about: About = { resource: 'campaign', personalData: ['campaignCustomers', 'mentions'] };

export const campaignOperations = defineOperations(about, {
  'campaign.create': {
    method: 'POST',
    path: '/campaign',
    summary: 'Call many customers, now or at a set time',
    access: 'editor',
    bySession: 'allowed',
    status: 201,
    body: campaignCreateSchema,
    example: bodyExample(campaignCreateSchema, {
      name: 'Open day',
      assistantId: exampleIds.assistant,
      phoneNumberId: exampleIds.phoneNumber,
      customers: [{ number: '+14155551234', name: 'Maya' }],
      schedulePlan: { earliestAt: '2031-03-01T09:00:00.000Z' },
    }),
    answer: campaignSchema,
  },
  'campaign.list': {
    method: 'GET',
    path: '/campaign',
    // Two generations of published clients ask here, and read a list or a page.
    summary:
      'List campaigns, newest first; in pages when a parameter of pages is given, or a generated server SDK asks',
    access: 'viewer',
    status: 200,
    query: campaignListQuerySchema,
    answer: z.union([z.array(campaignSchema), pageOf(campaignSchema)]),
  },
  'campaign.listPaginated': {
    method: 'GET',
    path: '/campaign/paginated',
    summary: 'List campaigns in pages',
    access: 'viewer',
    status: 200,
    query: campaignPageQuerySchema,
    answer: pageOf(campaignSchema),
  },
  'campaign.get': {
    method: 'GET',
    path: '/campaign/{id}',
    summary: 'Read a campaign and what came of each call',
    access: 'viewer',
    status: 200,
    answer: campaignSchema,
  },
  'campaign.update': {
    method: 'PATCH',
    path: '/campaign/{id}',
    summary: 'Change a campaign that has not begun, or end one',
    access: 'editor',
    bySession: 'allowed',
    status: 200,
    body: campaignUpdateSchema,
    example: bodyExample(campaignUpdateSchema, {
      name: 'Open week',
      assistantId: exampleIds.assistant,
    }),
    answer: campaignSchema,
  },
  'campaign.delete': {
    method: 'DELETE',
    path: '/campaign/{id}',
    summary: 'Delete a campaign; its calls are kept',
    access: 'editor',
    bySession: 'allowed',
    status: 200,
    answer: campaignSchema,
  },
});
