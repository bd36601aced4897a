import { z } from 'zod';

export const supportTicketCreateSchema = z.looseObject({
  category: z.enum(['bug-report', 'feature-request', 'doc-update', 'pricing', 'sales', 'others']),
  bugSubcategory: z
    .enum([
      'call-forwarding',
      'tools-calling',
      'prompting',
      'workflows',
      'assistant',
      'latency',
      'assistant-speaks-slow',
      'assistant-doesnt-respond',
      'endpointing',
      'others',
    ])
    .optional(),
  subject: z.string().min(1).max(200),
  message: z.string().min(10).max(5_000),
  /** Ids of calls, addresses of recordings. */
  callDetails: z.string().max(1_000).optional(),
});
export type SupportTicketCreate = z.infer<typeof supportTicketCreateSchema>;

export const supportTicketSchema = z.looseObject({ id: z.uuid() });
