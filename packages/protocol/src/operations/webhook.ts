import { z } from 'zod';
import { defineOperations } from './operation.ts';

export const webhookOperations = defineOperations({
  'webhook.secret': {
    method: 'GET',
    path: '/webhook/secret',
    summary: 'Read the secret that requests to the servers of this organisation are signed with',
    access: 'admin',
    bySession: 'refused',
    status: 200,
    answer: z.object({ secret: z.string() }),
  },
});
