import { randomUUID } from 'node:crypto';
import type { ContactForm } from '@kindling/protocol/contact-form';
import type { Database } from '../../../platform/database/database.ts';
import { contactRequestTable } from '../../../platform/database/schema.ts';
import type { MailQueue } from '../../../platform/mail/mail-queue.ts';
import { contactNotice } from './contact-notice.ts';

export interface ContactRequestStore {
  /** Keeps the form and the operator's notice of it, both or neither. Gives its id once both are safe. */
  create(form: ContactForm): Promise<string>;
}

export function createContactRequestStore(db: Database, mail: MailQueue): ContactRequestStore {
  return {
    async create(form) {
      const request = { id: randomUUID(), form, createdAt: new Date() };
      await db.transaction(async (tx) => {
        await tx.insert(contactRequestTable).values(request);
        await mail.enqueue(tx, [contactNotice(request, mail.notify)]);
      });
      mail.wake();
      return request.id;
    },
  };
}
