import { supportTicketCreateSchema, supportTicketSchema } from '../entities/orgs/support-ticket.ts';
import { bodyExample } from './example.ts';
import { type About, defineOperations } from './operation.ts';

const about: About = { resource: 'supportTicket', personalData: ['supportTickets'] };

export const supportOperations = defineOperations(about, {
  'support.createTicket': {
    method: 'POST',
    path: '/support/ticket',
    summary: 'Tell the people who run this server of a problem or a wish',
    access: 'viewer',
    bySession: 'allowed',
    status: 201,
    body: supportTicketCreateSchema,
    example: bodyExample(supportTicketCreateSchema, {
      category: 'feature-request',
      subject: 'Another voice',
      message: 'We would like a voice that speaks more slowly.',
    }),
    answer: supportTicketSchema,
  },
});
