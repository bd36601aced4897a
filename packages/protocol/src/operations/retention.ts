import { retentionSchema, retentionUpdateSchema } from '../entities/orgs/retention.ts';
import { defineOperations } from './operation.ts';

export const retentionOperations = defineOperations({
  'retention.get': {
    method: 'GET',
    path: '/retention',
    summary: 'Read how long transcripts, recordings and logs are kept',
    access: 'viewer',
    status: 200,
    answer: retentionSchema,
  },
  'retention.update': {
    method: 'PATCH',
    path: '/retention',
    summary: 'Set how long transcripts, recordings and logs are kept',
    access: 'admin',
    bySession: 'allowed',
    status: 200,
    body: retentionUpdateSchema,
    answer: retentionSchema,
  },
});
