import { retentionSchema, retentionUpdateSchema } from '../entities/orgs/retention.ts';
import { bodyExample } from './example.ts';
import { type About, defineOperations } from './operation.ts';

const about: About = { resource: 'retention', personalData: 'none' };

export const retentionOperations = defineOperations(about, {
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
    example: bodyExample(retentionUpdateSchema, {
      transcriptDays: 90,
      recordingDays: 30,
      logDays: 90,
    }),
    answer: retentionSchema,
  },
});
