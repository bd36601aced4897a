import { randomUUID } from 'node:crypto';
import type { Clock } from '@kindling/protocol/clock';
import type { Database } from '../../platform/database/database.ts';
import { supportTicketTable } from '../../platform/database/platform-tables.ts';
import type { MailQueue } from '../../platform/mail/mail-queue.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import { ticketNotice } from './ticket-notice.ts';

export interface SupportOptions {
  readonly db: Database;
  readonly mail: MailQueue;
  readonly clock: Clock;
}

/** Tickets are kept together with the mail that tells the operator: both or neither. */
export function supportHandlers({ db, mail, clock }: SupportOptions): HandlersOf<'support'> {
  return {
    async 'support.createTicket'({ token, body }) {
      const createdAt = new Date(clock.now());
      const ticket = {
        id: randomUUID(),
        orgId: token.orgId,
        body,
        createdAt,
        updatedAt: createdAt,
      };
      await db.transaction(async (tx) => {
        await tx.insert(supportTicketTable).values(ticket);
        await mail.enqueue(tx, [ticketNotice(ticket, mail.notify)]);
      });
      mail.wake();
      return { id: ticket.id };
    },
  };
}
