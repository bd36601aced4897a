import { sql } from 'drizzle-orm';
import { mailTable } from '../../../platform/database/schema.ts';
import { hideMailSecrets } from '../../../platform/mail/hide-mail-secrets.ts';
import { readNextAttempts } from '../../../platform/mail/mail-store.ts';
import type { OutboxFiles } from '../../../platform/mail/outbox-files.ts';
import { holdsOne } from '../person-match.ts';
import { type ErasablePlace, rowsPlace } from './place.ts';

/** Mail that waits or was sent: to the person, or about what is theirs. */
export const mailQueuePlace = rowsPlace({
  kind: 'mails',
  table: mailTable,
  key: mailTable.id,
  order: mailTable.createdAt,
  org: null,
  // A mail server's refusal repeats the address.
  where: ({ mailWords }) =>
    holdsOne(sql`concat(${mailTable.message}::text, ' ', ${mailTable.lastError})`, mailWords),
  async show(rows, db) {
    const nextAttempts = await readNextAttempts(
      db,
      rows.map(({ id }) => id),
    );
    return rows.map(({ message, ...row }) => ({
      ...row,
      nextAttemptAt: nextAttempts.get(row.id) ?? null,
      in: 'queue',
      message: hideMailSecrets(message),
    }));
  },
});

/** The same, written into the outbox folder: after the rows, as a mail under way would be written again. */
export function outboxPlace(
  outbox: Pick<OutboxFiles, 'findAbout' | 'read' | 'remove'>,
): ErasablePlace {
  return {
    kind: 'mails',
    table: null,
    namedInMail: false,
    find: (_, { mailWords }) => outbox.findAbout(mailWords),
    async read(_, names) {
      const found: object[] = [];
      for (const id of names) {
        const message = await outbox.read(id);
        if (message !== null) found.push({ id, in: 'outbox', message: hideMailSecrets(message) });
      }
      return found;
    },
    async erase(_, { mailWords }) {
      const names = await outbox.findAbout(mailWords);
      for (const name of names) await outbox.remove(name);
      return names;
    },
  };
}
