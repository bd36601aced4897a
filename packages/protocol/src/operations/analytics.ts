import { z } from 'zod';
import { analyticsRequestSchema, analyticsResultSchema } from '../entities/calls/analytics.ts';
import { defineOperations } from './operation.ts';

export const analyticsOperations = defineOperations({
  'analytics.query': {
    method: 'POST',
    path: '/analytics',
    summary: 'Count and sum calls, by group and by time',
    access: 'viewer',
    bySession: 'allowed',
    status: 200,
    body: analyticsRequestSchema,
    answer: z.array(analyticsResultSchema),
  },
});
