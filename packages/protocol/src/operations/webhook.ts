import { z } from 'zod';
import { type About, defineOperations } from './operation.ts';

const about: About = { resource: 'webhook', personalData: 'none' };

export const webhookOperations = defineOperations(about, {
  'webhook.secret': {
    method: 'GET',
    path: '/webhook/secret',
    summary: 'Read the secret that requests to the servers of this organisation are signed with',
    access: 'admin',
    bySession: 'refused',
    status: 200,
    answer: z.object({
      secret: z.string(),
      /** The same as libraries of Standard Webhooks read it. */
      standardSecret: z.string(),
    }),
  },
});
