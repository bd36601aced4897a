import { z } from 'zod';
import {
  campaignCreateSchema,
  campaignListQuerySchema,
  campaignPageQuerySchema,
  campaignSchema,
  campaignUpdateSchema,
} from '../entities/calls/campaign.ts';
import { pageOf } from '../entities/page.ts';
import { defineOperations } from './operation.ts';

export const campaignOperations = defineOperations({
  'campaign.create': {
    method: 'POST',
    path: '/campaign',
    summary: 'Call many customers, now or at a set time',
    access: 'editor',
    bySession: 'allowed',
    status: 201,
    body: campaignCreateSchema,
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
