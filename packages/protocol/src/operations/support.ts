import { supportTicketCreateSchema, supportTicketSchema } from '../entities/orgs/support-ticket.ts';
import { defineOperations } from './operation.ts';

export const supportOperations = defineOperations({
  'support.createTicket': {
    method: 'POST',
    path: '/support/ticket',
    summary: 'Tell the people who run this server of a problem or a wish',
    access: 'viewer',
    bySession: 'allowed',
    status: 201,
    body: supportTicketCreateSchema,
    answer: supportTicketSchema,
  },
});
