import { z } from 'zod';
import { analyticsRequestSchema, analyticsResultSchema } from '../entities/calls/analytics.ts';
import { bodyExample } from './example.ts';
import { type About, defineOperations } from './operation.ts';

const about: About = { resource: 'call', personalData: 'none' };

export const analyticsOperations = defineOperations(about, {
  'analytics.query': {
    method: 'POST',
    path: '/analytics',
    summary: 'Count and sum calls, by group and by time',
    access: 'viewer',
    bySession: 'allowed',
    status: 200,
    body: analyticsRequestSchema,
    example: bodyExample(analyticsRequestSchema, {
      queries: [
        {
          name: 'Calls a day',
          table: 'call',
          timeRange: { step: 'day', timezone: 'Europe/Berlin' },
          groupBy: ['endedReason'],
          operations: [
            { operation: 'count', column: 'id', alias: 'calls' },
            { operation: 'avg', column: 'duration' },
          ],
        },
      ],
    }),
    answer: z.array(analyticsResultSchema),
  },
});
